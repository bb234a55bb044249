/** On the 404 page: looks up whether the address is an alias, or nearly the name, of something. */
import { html } from "../components/html.ts";
import { getRequiredElement, htmlToDom } from "./dom.ts";

interface Found {
  slug?: string;
  suggestions?: { slug: string; name: string }[];
}

/** Kinds of pages whose address is that of an answer. */
const KINDS = ["models", "providers", "benchmarks"];

const [, kind = "", name = ""] = window.location.pathname.split("/");
if (KINDS.includes(kind) && name !== "") void look();

/** Nothing is added where the network or the service fails. */
async function look(): Promise<void> {
  const response = await fetch(`/api/v1/${kind}/${name}`).catch(() => undefined);
  if (!response || response.status >= 500) return;
  const { slug, suggestions = [] }: Found = await response.json();
  if (slug !== undefined && slug !== name) window.location.replace(`/${kind}/${slug}`);
  const near = suggestions.map(
    (one) => html`<li>Did you mean <a href="/${kind}/${one.slug}">${one.name}</a>?</li>`,
  );
  getRequiredElement(".not-found", HTMLUListElement).prepend(htmlToDom(near));
}
