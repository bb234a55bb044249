/** What stands above every page: the way past it, the way home, the chapters, the search. */
import type { Service } from "../../../build/schema/service.ts";
import { SEARCH_PATH } from "../components/addresses.ts";
import { type Html, html } from "../components/html.ts";
import { CHAPTERS, type Chapter } from "./chapters.ts";

/** @param isHome The front page has its own title and needs no second one. */
export const bar = (service: Service, chapter: Chapter | undefined, isHome: boolean): Html =>
  html`<a class="skip" href="#main">Skip to the content</a>
<header class="bar">
${!isHome && html`<p class="home"><a href="/">${service.name}</a></p>`}
<nav aria-label="Chapters"><ul>${CHAPTERS.map(({ name, path }) => html`<li><a href="${path}"${name === chapter && html` aria-current="true"`}>${name}</a></li>`)}</ul></nav>
${searchForm()}
</header>
`;

/** Without script it leads to the page of results; with it, names are suggested while one types. */
const searchForm = (): Html => html`<form class="search" role="search" action="${SEARCH_PATH}">
<label class="vh" for="q">Search models, hosts and benchmarks</label>
<input id="q" name="q" type="search" placeholder="Search" required minlength="2" maxlength="200" autocomplete="off" spellcheck="false">
<button type="submit">Search</button>
</form>`;
