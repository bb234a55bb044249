/** The parameters of an endpoint: name, what it takes, description. */
import type { Endpoint } from "../../../http/endpoint.ts";
import type { Parameter } from "../../../http/parameter.ts";
import { withCode } from "../../components/format.ts";
import { type Content, type Html, html } from "../../components/html.ts";

export function parameters(endpoint: Endpoint): Html | null {
  const inPath = Object.entries(endpoint.params).map(([name, { description }]) =>
    entry(name, "in the path", withCode(description)),
  );
  const inQuery = Object.entries(endpoint.query).map(([name, parameter]) =>
    entry(name, parameter.required ? "required" : null, describe(parameter)),
  );
  const all = [...inPath, ...inQuery];
  return all.length === 0 ? null : html`<dl>${all}</dl>`;
}

const entry = (name: string, role: string | null, text: Content): Html =>
  html`
<dt><code>${name}</code>${role !== null && html` <small>${role}</small>`}</dt>
<dd>${text}</dd>`;

function describe(parameter: Parameter<unknown>): Html {
  const takes = toTakes(parameter);
  return html`${withCode(parameter.description)}${takes.length > 0 && html` <small class="takes">${join(takes)}</small>`}`;
}

/** What the value may be, from its JSON Schema: a list of short phrases. */
function toTakes({ schema, example }: Parameter<unknown>): Html[] {
  const takes: Html[] = [];
  if (Array.isArray(schema.enum)) takes.push(html`one of ${join(schema.enum.map(code))}`);
  else if (schema.type === "integer") takes.push(integerRange(schema));
  else if (typeof schema.minLength === "number")
    takes.push(html`text, ${schema.minLength} characters or more`);
  if (schema.default !== undefined && schema.default !== "")
    takes.push(html`default ${code(schema.default)}`);
  if (example !== undefined) takes.push(html`for example ${code(example)}`);
  return takes;
}

function integerRange({ minimum, maximum }: Parameter<unknown>["schema"]): Html {
  const from = typeof minimum === "number" && html` from ${minimum}`;
  const to = typeof maximum === "number" && html` to ${maximum}`;
  return html`whole number${from}${to}`;
}

const code = (value: unknown): Html => html`<code>${String(value)}</code>`;

const join = (parts: readonly Html[]): Html =>
  html`${parts.map((part, index) => (index === 0 ? part : html`, ${part}`))}`;
