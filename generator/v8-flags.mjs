/** Flags that only some versions of V8 know, set before anything is compiled. */
import { setFlagsFromString } from "node:v8";

// V8 11 optimises a function seven times later than usual: in a program that ends soon, optimising was a quarter of the
// processor time. Later versions have no such flag, and a quick compiler between the two.
if (process.versions.v8.startsWith("11.")) setFlagsFromString("--interrupt-budget=500000");
