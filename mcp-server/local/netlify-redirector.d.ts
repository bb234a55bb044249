/** The part of netlify-redirector that we use; the package has no types. */
declare module "netlify-redirector" {
  type Headers = Record<"getHeader" | "getCookie", (name: string) => string>;
  interface Matcher {
    /** Undefined when no rule matches. The query is raw and without `?`. */
    match(
      request: Record<"scheme" | "host" | "path" | "query", string> & Headers,
    ): { to: string; status: number } | undefined;
  }
  const redirector: { parseJSON(rules: string, options: object): Promise<Matcher> };
  export default redirector;
}
