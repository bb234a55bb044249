/** Version of the tool server: of the project, since both are published together. */
import manifest from "../../package.json" with { type: "json" };

export const VERSION: string = manifest.version;
