/** Version of the API and of the tool server: of the project, since all are published together. */
import manifest from "../../package.json" with { type: "json" };

export const VERSION: string = manifest.version;
