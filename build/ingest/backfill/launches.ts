/** A launch price names a model, not an id: it stands under the id by which the host sold the model first. Pure. */
import { groupBy } from "../../schema/group-by.ts";
import { byText } from "../../schema/order.ts";
import type { IdSpelling } from "../offers/id-spelling.ts";
import type { HistoricStatement } from "./history.ts";
import type { SourceRecord } from "./ledger.ts";

const SOURCE = "litellm";

/**
 * @param modelOf Model of an id in our spelling.
 * @returns The records; launches whose name nobody else uses at the host stand under the first id of their model.
 */
export function placeLaunches(
  records: readonly SourceRecord[],
  spelling: IdSpelling,
  modelOf: (host: string, modelId: string) => string | undefined,
): SourceRecord[] {
  const spell = ({ host, modelId }: HistoricStatement) => spelling.spell(host, modelId);
  const listed = records
    .flatMap(({ history }) => history)
    .filter((one) => !isLaunch(one) && one.event === "stated");
  const known = new Set(listed.map((one) => `${one.host} ${spell(one)}`));
  const sold = groupBy(listed, (one) => `${one.host} ${modelOf(one.host, spell(one))}`);
  const place = (launch: HistoricStatement): HistoricStatement => {
    const id = spell(launch);
    const model = modelOf(launch.host, id);
    if (model === undefined || known.has(`${launch.host} ${id}`)) return launch;
    const [first] = [...(sold.get(`${launch.host} ${model}`) ?? [])].sort(bySourceAndDay);
    return first ? { ...launch, modelId: first.modelId } : launch;
  };
  return records.map((record) => ({
    ...record,
    history: record.history.map((one) => (isLaunch(one) ? place(one) : one)),
  }));
}

const isLaunch = ({ source, effective }: HistoricStatement): boolean =>
  source === SOURCE && effective !== null;

/** Its own source's ids first, so that the launch stands before what the same source says later. */
const bySourceAndDay = (a: HistoricStatement, b: HistoricStatement): number =>
  Number(b.source === SOURCE) - Number(a.source === SOURCE) ||
  byText(a.recorded, b.recorded) ||
  byText(a.modelId, b.modelId);
