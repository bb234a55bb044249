/** Where the tool server answers (SPEC 7.1). */
export const MCP_PATH = "/api/mcp";
export const MCP_METHODS = ["POST", "OPTIONS"] as const;
