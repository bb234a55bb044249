import { load } from "/work/wt/almanac-pages/generator/load.ts";
import { providerPages } from "/work/wt/almanac-pages/generator/site/providers/provider-pages.ts";
import { benchmarkPages } from "/work/wt/almanac-pages/generator/site/benchmarks/benchmark-pages.ts";
import { pricePages } from "/work/wt/almanac-pages/generator/site/prices/price-pages.ts";
import { retirementPages } from "/work/wt/almanac-pages/generator/site/retirements/retirement-pages.ts";
const l = await load({ dataFolder: "data", snapshotFile: null, baseUrl: undefined });
const go = (f: any) => { const t: number[] = []; for (let i=0;i<6;i++){ const c=process.cpuUsage(); f(l.catalog); const d=process.cpuUsage(c); t.push(Math.round((d.user+d.system)/1000)); } return t.join(" "); };
console.log("providers", go(providerPages)); console.log("benchmarks", go(benchmarkPages)); console.log("prices", go(pricePages)); console.log("ret", go(retirementPages));
l.snapshot.close();
