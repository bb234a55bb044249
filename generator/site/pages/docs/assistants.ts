/** How to give an assistant the tools. */
import type { Service } from "../../../../build/schema/service.ts";
import { MCP_PATH } from "../../../assistants/mcp-address.ts";
import { type Html, html } from "../../components/html.ts";
import { section } from "../../components/section.ts";

export function assistants({ base_url }: Service): Html {
  const url = `${base_url}${MCP_PATH}`;
  return section(
    "assistants",
    "Assistants",
    html`<p>The same facts as nine tools of an MCP server (Streamable HTTP, no key): search, one model, cheapest host, comparison, findings, our own tests. Models go by slug, alias or name.</p>
<pre class="wrap"><code><i># Claude Code</i>
claude mcp add --transport http model-almanac ${url}

<i># Codex</i>
codex mcp add model-almanac --url ${url}

<i># Any client that reads a JSON configuration</i>
{ "mcpServers": { "model-almanac": { "type": "http", "url": "${url}" } } }

<i># No client at all</i>
curl ${url} -H "Content-Type: application/json" \
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"cheapest_provider","arguments":{"model":"Claude Sonnet 4.5"}}}'</code></pre>
<p>A page for language models: <a href="/llms.txt">/llms.txt</a>. For the MCP registry: <a href="/server.json">/server.json</a>.</p>`,
  );
}
