/** The addresses that the OpenAPI document gives as examples, one for each operation. */
interface Operation {
  parameters?: Parameter[];
}

/** Every path parameter has an example, and every query parameter that is required. */
type Parameter =
  | { name: string; in: "path"; example: string }
  | { name: string; in: "query"; required: true; example: string }
  | { name: string; in: "query"; required: false };

/** @param site.read Path → the JSON that answers there. */
export async function exampleAddresses({
  read,
}: {
  read<T>(path: string): Promise<T>;
}): Promise<string[]> {
  const { paths } = await read<{ paths: Record<string, { get: Operation }> }>(
    "/api/v1/openapi.json",
  );
  return Object.entries(paths).map(([template, { get }]) => {
    let path = template;
    const query: string[] = [];
    for (const parameter of get.parameters ?? []) {
      const { name } = parameter;
      if (parameter.in === "path")
        path = path.replace(`{${name}}`, encodeURIComponent(parameter.example));
      else if (parameter.required) query.push(`${name}=${encodeURIComponent(parameter.example)}`);
    }
    return query.length === 0 ? path : `${path}?${query.join("&")}`;
  });
}
