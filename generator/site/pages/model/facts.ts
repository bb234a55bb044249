/** What is known of a model beside its prices and scores. */
import type { ModelDetail } from "../../../endpoints/models/get-model.ts";
import { providerPage } from "../../components/addresses.ts";
import { countFact, unknown } from "../../components/fact.ts";
import { redDate } from "../../components/format.ts";
import { type Content, type Html, html } from "../../components/html.ts";

export function modelFacts(model: ModelDetail): Html {
  const rows: [string, Content][] = [
    ["Maker", html`<a href="${providerPage(model.provider.slug)}">${model.provider.name}</a>`],
    ["Context", tokens(model.context_window, "/context_window")],
    ["Longest answer", tokens(model.max_output_tokens, "/max_output_tokens")],
    ["Takes", list(model.input_modalities)],
    ["Gives", list(model.output_modalities)],
    ["Released", released(model)],
    ["Knows until", model.knowledge_cutoff === null ? unknown() : redDate(model.knowledge_cutoff)],
    ["Weights", weights(model)],
    ["Can", abilities(model.supports)],
    model.retirement_date !== null && ["Retirement", redDate(model.retirement_date)],
    model.first_seen !== null && ["First seen", redDate(model.first_seen)],
    ["Elsewhere", links(model)],
  ].filter((row): row is [string, Content] => row !== false);
  return html`<dl class="facts">
${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>`;
}

const tokens = (count: number | null, at: string): Content =>
  count === null ? unknown() : html`${countFact(count, at)} tokens`;

const list = (words: readonly string[]): Content =>
  words.length === 0 ? unknown() : words.join(", ");

function released({ release_date, release_date_basis, first_seen }: ModelDetail): Content {
  if (release_date === null)
    return release_date_basis === "first_seen" && first_seen !== null
      ? html`nobody says; first listed ${redDate(first_seen)}`
      : unknown();
  if (release_date_basis !== "after_first_price") return redDate(release_date);
  return html`${redDate(release_date)} <span class="mark">it was sold before, as a preview or under a name that meant another model</span>`;
}

function weights({ is_open_source, weights_license, links }: ModelDetail): Content {
  if (is_open_source === null) return unknown();
  if (!is_open_source) return "closed";
  const open = links.weights === null ? "open" : html`<a href="${links.weights}">open</a>`;
  return html`${open}${weights_license !== null && `, licence ${weights_license}`}`;
}

const ABILITIES = [
  ["tools", "call tools"],
  ["reasoning", "think before it answers"],
  ["structured_output", "hold to a JSON schema"],
  ["attachments", "take files with a prompt"],
] as const;

function abilities(supports: ModelDetail["supports"]): Content {
  const named = (value: boolean) =>
    ABILITIES.filter(([key]) => supports[key] === value).map(([, words]) => words);
  const [can, cannot] = [named(true), named(false)];
  if (can.length + cannot.length === 0) return unknown();
  return html`${can.join(", ")}${cannot.length > 0 && html`${can.length > 0 && "; "}<span class="mark">cannot ${cannot.join(", ")}</span>`}`;
}

function links({ links }: ModelDetail): Content {
  const named = [
    ["Lab", links.lab],
    ["Announcement", links.announcement],
    ["Weights", links.weights],
    ["Documentation", links.documentation],
  ] as const;
  const known = named.flatMap(([name, href]) =>
    href === null ? [] : [html`<a href="${href}">${name}</a>`],
  );
  return known.length === 0 ? unknown() : html`<span class="row">${known}</span>`;
}
