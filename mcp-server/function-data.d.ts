declare module "#function-data" {
  const data: import("../generator/function-data/function-data.ts").FunctionData;
  export default data;
}
