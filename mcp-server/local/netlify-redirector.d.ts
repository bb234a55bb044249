/** The part of netlify-redirector that we use; the package has no types. */
declare module "netlify-redirector" {
  export interface MatchRequest {
    scheme: string;
    host: string;
    path: string;
    /** Raw, without `?`. */
    query: string;
    getHeader(name: string): string;
    getCookie(name: string): string;
  }
  export interface Matcher {
    /** Undefined when no rule matches. */
    match(request: MatchRequest): { from: string; to: string; status: number } | undefined;
  }
  const redirector: { parseJSON(rules: string, options: object): Promise<Matcher> };
  export default redirector;
}
