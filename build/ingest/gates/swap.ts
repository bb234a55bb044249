/** Gate: input and output have changed places. */
import { type Hit, type PriceMove, toMoney, toScope } from "./hit.ts";

export function checkSwap(move: PriceMove, key: string): Hit[] {
  const { was, now } = move;
  if (was === null || was.input === was.output) return [];
  if (was.input === null || was.output === null) return [];
  if (now.input !== was.output || now.output !== was.input) return [];
  const scope = toScope(move);
  const message = `${scope}: ${toMoney(now)} is ${toMoney(was)} with input and output swapped`;
  return [{ key, scope, message }];
}
