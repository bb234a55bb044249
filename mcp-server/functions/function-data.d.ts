declare module "#function-data" {
  const data: import("../function-context.ts").FunctionData;
  export default data;
}
