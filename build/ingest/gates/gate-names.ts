/** Every gate, with what it holds back: the words of `--accept <gate>:<source>`. */
export const GATES = {
  rows: "fewer rows than the source had",
  "new-rows": "many new ids at a host that is known",
  bound: "a value outside what any offer, score, rent or figure ever had",
  unit: "a price a thousand or a million times off",
  tenfold: "a price ten times up or down",
  "side-price": "a cache, batch or tier price that moved far beside a price that stands",
  zero: "a price that became 0",
  "price-lost": "an id that is listed on, without the price it had",
  swap: "input and output, or two ids, have changed places",
  peers: "a price far from the model's other hosts",
  "first-sight": "a first price far from what others state of the same id",
  "same-factor": "many prices moved by one factor",
  "median-move": "the prices of a host moved as a whole",
  "many-moves": "many prices of a host or of a source moved in one night",
  move: "a price that moved by more than 40 %: published, marked until it is seen again",
  drift: "a price that crept by more than 40 % in a month, told by one source: published, marked",
  disputed: "a price that every other source states otherwise: published, marked",
  dates: "days of the past, or of a far future, that are told otherwise now",
  "old-copy": "a source that goes back to what it told before",
  reuse: "a known id that is told as another model, by name, release and window",
  block: "the list of one host under the name of another",
  spelling: "known ids under another spelling",
  limits: "context windows and output limits far from what they were",
  status: "many ids changed their status or got a day of retirement at once",
  traits: "one property of many models changed at once",
  hosts: "many hosts changed their addresses at once",
  quantization: "many offers got a quantization at once",
  "future-date": "a row that is dated after the night",
  "above-maximum": "a score above the benchmark's maximum",
  "below-minimum": "a score below what the benchmark can give",
  "score-move": "scores that stand and are told otherwise now",
  distribution: "the scores of a source moved as a whole",
  rent: "the rent of a chip far from what it was",
  attention: "a count far from what it was",
  type: "a model that is said to give something else than it gave: speech, pictures",
  company: "a figure of a company far from what it was",
} as const;

export type GateName = keyof typeof GATES;
export const GATE_NAMES = Object.keys(GATES) as GateName[];

export const isGateName = (text: string): text is GateName => text in GATES;
