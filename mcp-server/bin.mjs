#!/usr/bin/env node
/** `model-almanac-service mcp`: the MCP server over standard input and output, with the data in the package. */
import { Command } from "commander";
import { register } from "tsx/esm/api";

register();
const { runMcpStdioServer } = await import("./stdio.ts");
const program = new Command("model-almanac-service").description(
  "Facts about AI models: prices at every host, history, benchmarks.",
);
program
  .command("mcp")
  .description(
    "Serves the MCP tools to an AI assistant over standard input and output, without a network.",
  )
  .option(
    "--data <file>",
    "file that npm run build wrote for the function (default: the one in this package)",
  )
  .addHelpText("after", "\nExit codes: 0 the assistant ended the connection; 1 there is no data.")
  .action(async ({ data }) => {
    process.exitCode = await runMcpStdioServer(data);
  });
await program.parseAsync();
