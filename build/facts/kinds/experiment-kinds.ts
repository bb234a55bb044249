/** Our own tests: what is asked, what was counted, what came out. */
import {
  CensorshipQuestion,
  DriftQuestion,
  Experiment,
  HorizonQuestion,
  HostQuestion,
  IdentityQuestion,
  PassageSet,
  WorldMapQuestion,
} from "../../schema/experiment.ts";
import { ModelTokenizer, OwnTestRun, TokenCount } from "../../schema/own-test.ts";
import { kind } from "./fact-kind.ts";

export const EXPERIMENT_KINDS = {
  experiments: kind({
    pattern: "experiments/*/about.json",
    format: "json",
    schema: Experiment,
    key: ["test"],
    file: null,
    folder: "test",
  }),
  identityQuestions: kind({
    pattern: "experiments/who-are-you/items.csv",
    format: "csv",
    schema: IdentityQuestion,
    key: ["item_id"],
    file: null,
  }),
  worldMapQuestions: kind({
    pattern: "experiments/world-map/items.json",
    format: "json",
    schema: WorldMapQuestion,
    key: ["prompt"],
    file: null,
  }),
  censorshipQuestions: kind({
    pattern: "experiments/censorship-index/items.csv",
    format: "csv",
    schema: CensorshipQuestion,
    key: ["pair", "kind"],
    file: null,
  }),
  horizonQuestions: kind({
    pattern: "experiments/knowledge-horizon/items.csv",
    format: "csv",
    schema: HorizonQuestion,
    key: ["item_id"],
    file: null,
  }),
  hostQuestions: kind({
    pattern: "experiments/same-model-different-host/items.csv",
    format: "csv",
    schema: HostQuestion,
    key: ["item_id"],
    file: null,
  }),
  driftQuestions: kind({
    pattern: "experiments/model-drift-index/items.csv",
    format: "csv",
    schema: DriftQuestion,
    key: ["item_id"],
    file: null,
  }),
  passageSets: kind({
    pattern: "experiments/tokenizer-tax/items.json",
    format: "json",
    schema: PassageSet,
    key: ["original"],
    file: null,
  }),
  tokenCounts: kind({
    pattern: "experiments/tokenizer-tax/counts/*.csv",
    format: "csv",
    schema: TokenCount,
    key: ["language", "sentence"],
    file: "tokenizer",
    references: { source: "sources.id" },
  }),
  modelTokenizers: kind({
    pattern: "experiments/tokenizer-tax/model-tokenizers.csv",
    format: "csv",
    schema: ModelTokenizer,
    key: ["model"],
    file: null,
    references: { model: "models.slug", tokenizer: "tokenCounts.file" },
  }),
  ownTestRuns: kind({
    pattern: "experiments/*/runs/*.json",
    format: "json",
    schema: OwnTestRun,
    key: ["id"],
    file: "id",
    folder: "test",
    references: { source: "sources.id", model: "models.slug", route: "providers.slug" },
  }),
} as const;
