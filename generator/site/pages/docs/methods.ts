/** How what is published comes about: a paragraph each, with what it cannot tell. */
import { OWN_TESTS } from "../../../../build/experiments/registry.ts";
import { GLOSSARY_PATH } from "../../components/addresses.ts";
import { type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";
import { testPath } from "../own-tests/test-page.ts";
import { SERVICE_SCORE_PATH } from "../service-score-page.ts";

interface Method {
  id: string;
  title: string;
  text: Html;
  /** What it cannot tell. */
  limits: Html;
}

const METHODS: readonly Method[] = [
  {
    id: "prices",
    title: "Prices",
    text: html`Every statement of a source on a price is a row of a ledger that only grows: who said it, when, of which id at which host. The published price is computed from them: the host’s own list and the most careful source for that host come first, a fresh statement before one that lagged, two witnesses before one. It is <em>verified</em> when two sources state it or the most careful one does, <em>disputed</em> when sources differ by more than 5 %, <em>unverified</em> when one other source alone says so or a check doubts it.`,
    limits: html`Sources look once a day at best. Discounts by contract, credits and taxes are in none of them.`,
  },
  {
    id: "cheapest",
    title: "The cheapest host",
    text: html`The lowest blended price (three parts input, one part output) among offers that are paid per token, of the standard tier, on sale, and verified, at labs, clouds and inference hosts. Resellers count when nobody else sells the model. Where nobody’s price is verified, a disputed one may stand, under its mark, if two sources state it or the most careful one does. The answer names every other host and why it was passed over.`,
    limits: html`It knows nothing of speed, uptime or quantization that a host does not tell.`,
  },
  {
    id: "moves",
    title: "Price moves",
    text: html`A change of the published price that one and the same source saw before and after. When another source becomes the witness and its price differs, that is no move; nor is a jump of input or output by a power of ten, which puts a unit right, nor a list price that two other hosts asked all along.`,
    limits: html`The day is that on which a source was seen to change, where it does not date its prices.`,
  },
  {
    id: "names",
    title: "One model, many names",
    text: html`Hosts call a model by ids of their own. Each id is tied to one model in the row of its offer; names that move from version to version (<code>…-latest</code>) are pointers with a date. Doubtful pairs are decided by a person, with the reason.`,
    limits: html`A host may serve another version under an id than it says; nobody outside can see that.`,
  },
  {
    id: "traits",
    title: "Limits, dates, open weights",
    text: html`Each is what most sources say, the most careful first; the lab’s own host comes first for limits. A tie or silence is unknown.`,
    limits: html`What labs do not publish, nobody knows: sizes, training data, most cut-off dates.`,
  },
  {
    id: "scores",
    title: "Benchmark scores",
    text: html`A benchmark has a named configuration that stands for a model on it; independent runs come before those that the maker reports, which are marked. How they become one scale: <a href="${SERVICE_SCORE_PATH}">service score</a>. The mean of benchmarks (<code>avg_score</code>) is taken over a common set, and only where enough of it was measured.`,
    limits: html`Tests are public and may have been trained on. A difference within the interval is none.`,
  },
];

export const methods = (): Html =>
  html`${METHODS.map(({ id, title, text, limits }) =>
    section(
      id,
      title,
      html`<p>${text}</p>
<p class="note"><em>What it cannot tell.</em> ${limits}</p>`,
    ),
  )}${section(
    "own",
    "Our own tests",
    html`<ul class="lines">${OWN_TESTS.map((test) => html`<li><a href="${testPath(test)}">${test.name}</a>: ${test.question}</li>\n`)}</ul>
<p class="note">Words of the field: <a href="${GLOSSARY_PATH}">glossary</a>.</p>`,
  )}`;
