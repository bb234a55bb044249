/** How far a current price is trusted, which price is the list price, and which host is the cheapest for a model. */
import { beforeAll, describe, expect, it, test } from "vitest";
import { getModelAtDayEndpoint } from "../../generator/endpoints/models/get-model.ts";
import { getPriceSourceUrl } from "../../generator/endpoints/service/service.ts";
import type { AnswerContext } from "../../generator/http/endpoint.ts";
import { getDefined } from "../builders/get.ts";
import type { LoadedPriceCases, PriceCase } from "../builders/price-world.ts";
import { getExpected, loadPriceCases, NEWEST_LEDGER_DAY } from "../builders/price-world.ts";
import { readRuleReason } from "../builders/rules.ts";

const DIFFER = "sources state prices that differ by more than 5 %";

/** Statements → the trust of the price at bazaar or the named host, its input price, and the rule that doubts it. */
const TRUST: Record<string, PriceCase> = {
  "of one source is marked as such": "models-dev 2 → one_source",
  "of two sources is verified": "litellm 2, upstream 2 → verified",
  "of a source and its copy is of one source": "models-dev 2, copycat 2 → one_source",
  "of a copy alone is of one source": "copycat 2 → one_source",
  "that a copy states, but its origin did not when it was last read, is of one source":
    "newcomer 2, copycat 05-01 3 → one_source 3",
  "of the host's own list is verified": "bazaar 2 → verified",
  "of two sources that differ by 5 % is of one source": "models-dev 2, litellm 2.1 → one_source",
  "of sources beyond 5 % is disputed": "models-dev 2, litellm 2.11 → disputed",
  "by the minute that two sources state is verified": `models-dev none rates=input_audio=0.006/minute,
      litellm none rates=input_audio=0.006/minute → verified`,
  "has the cache price that two other sources state": `models-dev 2 cache_read=0.5,
      upstream 2 cache_read=0.2, litellm 02-01 2 cache_read=0.2 → verified`,
  "has the cache price of one source if the others stated theirs before it": `litellm 2 cache_read=0.2,
      upstream 2 cache_read=0.2, models-dev 02-01 2 cache_read=0.5 → verified`,
  "has the cache price that a copy states after its origin was read last":
    "spring: spring 2 cache_read=0.5, copycat 05-01 2 cache_read=0.2 → spring: verified",
  "has no cache price of 0 where others are charged": "models-dev 2 cache_read=0 → one_source",
  "has a cache price of 0 where no other is charged":
    "alps: upstream 2 cache_read=0 → alps: one_source",
  "has a cache price that the lab has left since": {
    prices: `acme: genai-prices 2 cache_read=0.2, 05-01 2 cache_read=0.1
      | bazaar: spring 04-10 2 cache_read=0.2 → one_source`,
    model: { is_open_source: false },
  },
  "has a cache price that was confirmed since the lab left it": {
    prices: `acme: genai-prices 2 cache_read=0.2, 05-01 2 cache_read=0.1
      | bazaar: models-dev 2 cache_read=0.2 → one_source`,
    model: { is_open_source: false },
  },
  "of two sources has rates that one alone states": `models-dev 2 cache_read=0.2 rates=input@>200000=4; input@batch=1,
      litellm 2 rates=input@batch=1 → verified`,
  "that nobody has confirmed for long is stale": "newcomer 2 → stale, stale",
  "that is unknown, of an id that nobody has listed for long, is stale":
    "newcomer none → stale null, stale",
  "of an id in the host's own list is preferred to one that nobody confirms":
    "newcomer 2, bazaar 1 id=acme-large-2026-01-01 → verified 1",
  "of an id that two sources state is preferred to a shorter one that one source states":
    "litellm 2, upstream 2, models-dev 06-01 1 id=a → verified 2",
  "of the id that is the model's slug is preferred to that of a shorter one":
    "models-dev 2, models-dev 1 id=c → one_source 2",
  "that is doubted comes after another id's": "models-dev 2, models-dev 1001 id=b → one_source 2",
  "that its source states for a dated id too, where others agree on another, comes after that": `litellm 2, litellm 2 id=acme-large-2026-01-01, models-dev 1 id=acme-large-2026-01-01,
      upstream 1 id=acme-large-2026-01-01 → disputed 1`,
  "is not disputed by a source that was not read since":
    "models-dev 02-01 2, newcomer 3 → one_source",
  "that its source has left out since the day before": {
    prices: "models-dev 2 → one_source 2",
    held: ["price_lost", "input"],
  },
  "whose row has been unreadable since the day before": {
    prices: "models-dev 2 → one_source 2",
    held: ["unreadable", "row"],
  },
  "whose only source dropped it with half of the host's list is doubted": `yuan: upstream 2, 06-01 gone, 01-01 2 id=b1,
      06-01 gone id=b1, 01-01 2 id=b2, 06-01 gone id=b2 → yuan: unverified 2, list_cut`,
  "that another source states while one dropped it with half of the host's list": `yuan: genai-prices 2, 06-01 gone,
      01-01 2 id=b3, 06-01 gone id=b3, 01-01 2 id=b4, 06-01 gone id=b4, upstream 2 → yuan: verified 2`,
  "of 0 is doubted": "models-dev 0 → unverified, zero",
  "of 0 is not doubted where two sources state it": "models-dev 0, litellm 0 → verified",
  "of 0 is not doubted for long where the id says free":
    "models-dev 0 id=acme-large:free → one_source",
  "of 0 is doubted at first sight, whatever the id says":
    "models-dev 2026-06-01 0 id=acme-large:free → unverified, zero",
  "of 0 is disputed by a source that states another":
    "models-dev 0 id=acme-large:free, litellm 2 id=acme-large:free → disputed 0",
  "of an embedding is not disputed about its output": {
    prices: "models-dev 2/0, litellm 2/2 → one_source",
    model: { model_type: "embedding" },
  },
  "of a subscription is not doubted": "perch: models-dev 0 billing=plan → perch: one_source",
  "of output far below input is doubted": "models-dev 2/0.9 → unverified, output_below_input",
  "of output far above input is doubted": "models-dev 0.1/3 → unverified, output_far_above_input",
  "of output far above input is not doubted of a model that returns images": {
    prices: "models-dev 0.3/30 → one_source",
    model: { model_type: "image", output_modalities: ["image", "text"] },
  },
  "of an id that is sold by the minute is no price per token":
    "models-dev 2 id=acme-large/per-minute → one_source null",
  "per image is no price per token": {
    prices: "models-dev 0.04 → one_source null",
    model: { output_modalities: ["image"] },
  },
  "per image stays no price per token when it is in another unit": {
    prices: "models-dev 0.04, 06-01 40 → one_source null",
    model: { output_modalities: ["image"] },
  },
  "of an image model that is sold by the token is a price per token": {
    prices: "models-dev 5 → one_source 5",
    model: { output_modalities: ["image"] },
  },
  "of a model of speech is no price per token when it is a fiftieth of a dollar or less": {
    prices: "models-dev 0.02/0 → one_source null",
    model: { input_modalities: ["audio", "text"] },
  },
  "of a model of speech above that is a price per token": {
    prices: "models-dev 0.02/0.04 → one_source 0.02",
    model: { input_modalities: ["audio", "text"] },
  },
  "of a model that takes only audio is no price per token up to a tenth of a dollar": {
    prices: "models-dev 0.035 → one_source null",
    model: { input_modalities: ["audio"] },
  },
  "above the highest plausible price is doubted": "models-dev 1001 → unverified, out_of_bounds",
  "far below the others' is doubted": `cirrus: models-dev 1 | delta: genai-prices 1
      | alps: models-dev 1 | bazaar: 0.19 → unverified, far_from_hosts`,
  "far above the others' is doubted": `cirrus: models-dev 1 | delta: genai-prices 1
      | alps: models-dev 1 | bazaar: 5.1 → unverified, far_from_hosts`,
  "of one of two hosts that are far apart is doubted":
    "alps: models-dev 50 | bazaar: 0.5 → unverified, far_from_hosts",
  "far above the others' is not doubted of the lab when another host charges it": `alps: models-dev 1
      | yuan: 1 | delta: 1 | bazaar: 5.1 | acme: 5.1 → acme: one_source`,
  "far above the others' is doubted of the lab when nobody else states it": `alps: models-dev 1
      | yuan: 1 | delta: 1 | acme: 5.1 → acme: unverified, far_from_hosts`,
  "far above the others' is not doubted when it is the lab's": `alps: models-dev 1 | yuan: 1
      | delta: 1 | acme: 5.1 | bazaar: 5.1 → one_source`,
  "far above one other host's is not doubted of the lab": `bazaar: models-dev 0.1
      | acme: genai-prices 2 → acme: one_source`,
  "far above one other host's is doubted of the lab when it is of LiteLLM alone": `bazaar:
      models-dev 0.1 | acme: litellm 2 → acme: unverified, far_from_hosts`,
  "of an embedding model is compared with hosts that state no output price": {
    prices: `cirrus: models-dev 1/none | delta: genai-prices 1/none | alps: models-dev 1/none
      | yuan: models-dev 10/0 | bazaar: models-dev 1/0 → one_source`,
    model: { model_type: "embedding", output_modalities: ["embedding"] },
  },
  "of the lab, which no other host sells, is not far from its own of before":
    "acme: models-dev 5, 06-01 0.8 → acme: one_source 0.8",
  "of a closed model far below its lab's is doubted": {
    prices: "acme: genai-prices 2 | cirrus: models-dev 1.5 → cirrus: unverified, below_list",
    model: { is_open_source: false },
  },
  "that a closed model's lab left months ago is doubted at a host that has it since before": {
    prices: `acme: genai-prices 2, 03-01 1 effective=2026-03-01 | bazaar: models-dev 2
      → unverified, former_list`,
    model: { is_open_source: false },
  },
  "that a closed model's lab left lately is not doubted": {
    prices: `acme: genai-prices 2, 05-15 1 effective=2026-05-15 | bazaar: models-dev 2
      → one_source`,
    model: { is_open_source: false },
  },
  "that a closed model's lab left months ago is not doubted of a host that has it since then": {
    prices: `acme: genai-prices 2, 03-01 1 effective=2026-03-01
      | bazaar: models-dev 04-01 2 → one_source`,
    model: { is_open_source: false },
  },
  "with a rate that was added later":
    "models-dev 2, 05-30 2 rates=input@batch=1; output@batch=1 → one_source",
  "of LiteLLM alone, unchanged for more than a year, is doubted":
    "litellm 2025-05-31 2 → unverified, dormant",
  "of LiteLLM alone, unchanged for more than a year, waits beside one within 5 %":
    "litellm 2025-05-31 2, models-dev 2.05 → one_source 2.05",
  "that a reseller states is doubted":
    "acme: genai-prices 2 note=reseller: OpenRouter → acme: unverified, resold",
  "that a reseller and another source state is not doubted":
    "acme: genai-prices 2 note=reseller: OpenRouter, models-dev 2 → acme: one_source",
  "that moved tenfold waits": "models-dev 40, 06-01 4 → one_source 40",
  "that moved tenfold at one of two sources": "models-dev 40, litellm 40, 06-01 4 → verified",
  "that moved tenfold waits while it moves on": "models-dev 40, 05-31 4, 06-01 3.9 → one_source 40",
  "that moves tenfold in small steps stays at the last undoubted step":
    "models-dev 1, 05-29 3, 05-30 7, 05-31 9, 06-01 12 → one_source 7",
  "that moves on while it is doubted stays at the last undoubted one": `cirrus: models-dev 1
      | delta: genai-prices 1 | alps: models-dev 1 | bazaar: 1, 05-29 4, 05-30 5.5, 06-01 7.1
      → one_source 4`,
  "that two sources state far from the others' waits beside a more careful one": `cirrus: models-dev 2
      | delta: genai-prices 2 | bazaar: models-dev 2 | acme: genai-prices 2, litellm 2, upstream 2,
      litellm 06-01 40, upstream 06-01 40, models-dev 2 → acme: verified 2`,
  "that moved tenfold is published once a second source states it":
    "models-dev 40, 06-01 4, litellm 40, 06-01 4 → verified 4",
  "that moved tenfold is no second witness when its copy follows":
    "models-dev 40, 06-01 4, copycat 40, 06-01 4 → one_source 40",
  "that moved tenfold is published after three readings": "models-dev 40, 05-29 4 → one_source 4",
  "that moved tenfold to what most hosts charge corrects an error": `cirrus: models-dev 4
      | delta: genai-prices 4 | alps: models-dev 4 | bazaar: 40, 06-01 4 → one_source 4`,
  "in another unit waits, however often it is read": "models-dev 0.5, 05-29 500 → one_source 0.5",
  "in another unit that a second source states is published":
    "models-dev 0.5, 05-29 500, litellm 0.5, 05-29 500 → verified 500",
  "with input and output exchanged waits": "models-dev 2/8, 06-01 8/2 → one_source 2",
  "that fell to 0 waits": "models-dev 40, 06-01 0 → one_source 40",
  "that moved by half is published": "models-dev 40, 06-01 20 → one_source 20",
  "of a person is verified, and keeps what the row does not state":
    "models-dev 2/8 rates=input@batch=1, operator 05-30 3/none note=https://bazaar.example/pricing → verified 3",
  "of a person has no rates that belong to another price": `models-dev 2/8 cache_read=0.2 rates=input@batch=1,
      operator 05-30 3/10 note=https://bazaar.example/pricing → verified 3`,
  "of a person has the cache price that another source states with it": `models-dev 3/10 cache_read=0.3,
      05-29 2/8 cache_read=0.2, operator 05-30 3/10 note=https://bazaar.example/pricing → verified 3`,
  "of a person before all others has their further rates": `operator 05-30 3 note=https://bazaar.example/pricing,
      models-dev 06-01 3 cache_read=0.3 → verified 3`,
  "of a person yields to two sources that move to one": `models-dev 2, 06-01 4, litellm 2,
      operator 05-30 3 note=https://bazaar.example/pricing, litellm 06-01 4 → verified 4`,
  "of a third party alone is of one source":
    "third-party 05-20 2 note=https://blog.test/a → one_source 2",
  "of a third party alone is stale after 60 days":
    "third-party 03-01 2 note=https://blog.test/a → stale, stale",
  "of a source and a third party is of one source":
    "models-dev 2, third-party 05-20 2 note=https://blog.test/a → one_source 2",
  "is not disputed by a third party":
    "models-dev 2, third-party 05-20 3 note=https://blog.test/a → one_source 2",
  "of the host's own list stays verified beside a third party's":
    "bazaar 2, third-party 05-20 3 effective=2026-05-25 note=https://blog.test/a → verified 2",
  "of a person stays verified beside a third party's": `operator 05-26 2 note=https://bazaar.example/pricing,
      third-party 05-20 3 effective=2026-05-25 note=https://blog.test/a → verified 2`,
  "that a third party announced is of one source from its day":
    "newcomer 2, third-party 05-20 4 effective=2026-05-25 note=https://blog.test/a → one_source 4",
  "that a third party announced is of one source where one source follows": `models-dev 2, 05-28 4,
      third-party 05-20 4 effective=2026-05-25 note=https://blog.test/a → one_source 4`,
  "that a person announced has no cache price of the price before": `models-dev 2 cache_read=0.1,
      operator 05-20 4 effective=2026-05-25 note=https://bazaar.example/pricing → verified 4`,
  "that a person announced has the cache price that a third party states with it": `models-dev 2 cache_read=0.1,
      operator 05-20 4 effective=2026-05-25 note=https://bazaar.example/pricing,
      third-party 05-20 4 effective=2026-05-25 cache_read=0.2 note=https://blog.test/a
      → verified 4`,
  "of a person stays where one source moves":
    "models-dev 2, 06-01 4, operator 05-30 3 note=https://bazaar.example/pricing → verified 3",
};

const YUAN = [7, 14, 21];
const MIXED = YUAN.map((list): [string, PriceCase] => [
  `yuan ${list}`,
  `acme: genai-prices ${list} | yuan: models-dev ${list / 7}`,
]);
/** Ten models at one price at alps and at 1 to 12 elsewhere: one has it as list price, one at most hosts. */
const LIST_PRICES = [1, 1.5, 2, 2.5, 4.5, 7, 8, 10, 12];
const PLACEHOLDERS = [
  ...LIST_PRICES.map((list) => `acme: genai-prices ${list} | alps: models-dev 4.5`),
  "cirrus: models-dev 4.5 | bazaar: 4.5 | alps: 4.5",
].map((one): [string, PriceCase] => [`placeholder ${one}`, one]);
/** Ten models at one price at bazaar: three of them cost far more or less elsewhere. */
const COMMON_PRICES = [3, 4, 20, 8, 9, 9.5, 10, 10.5, 11, 12].map((list): [string, PriceCase] => [
  `common ${list}`,
  `acme: genai-prices ${list} | bazaar: models-dev 10`,
]);

/** One source tripled all its prices on one day, at two hosts with a few models each. */
const TRIPLED = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((price): [string, PriceCase] => [
  `tripled ${price}`,
  `${price % 2 ? "alps" : "bazaar"}: upstream ${price}, 06-01 ${3 * price}`,
]);

/** Statements → the host and the input price of the list price. */
const LISTS: Record<string, PriceCase> = {
  "is what the lab charges": "acme: genai-prices 2 | bazaar: models-dev 1 → acme 2",
  "is that of the lab's second host when the first has no price":
    "acme-cloud: models-dev 2 → acme-cloud 2",
  "is that of the lab's first host that has a price":
    "acme: genai-prices 2 | acme-cloud: models-dev 1 → acme 2",
  "is that of the lab's second host when the first has retired the model":
    "acme: genai-prices 2 retirement_date=2026-05-20 | acme-cloud: models-dev 1 → acme-cloud 1",
  "is none that only a reseller states": "acme: genai-prices 2 note=reseller: OpenRouter → none",
  "is no price of 0 that only one source states": "acme: genai-prices 0 → none",
  "is no price of another service tier":
    "acme: genai-prices 2 id=acme-large-fast service_tier=fast → none",
  "is no subscription": "acme: genai-prices 0 billing=plan → none",
  "may be stated by one source alone": "acme: litellm 2 → acme 2",
  "is the lab's even if sources disagree on it": "acme: genai-prices 2, litellm 3 → acme 2",
  "stays while a large move waits for its second witness":
    "acme: genai-prices 20, 06-01 1 → acme 20",
  "is missing when the lab no longer sells the model":
    "acme: genai-prices 2, 03-01 gone | bazaar: models-dev 1 → none",
};

const REASONS: Record<string, string> = {
  "costs more": "another host costs less",
  resells: "the host is a reseller, and another host runs the model",
  tie: "another host has the same price; ties go to the lab, then clouds, then hosts by name",
  "another unit": "the price is in another unit",
  "small window": "the host offers less than half of the model's context window",
  free: "free offers are not compared",
  plan: "this offer is a subscription",
  flex: "the price is for another service tier (flex)",
  leaving: "the host is withdrawing the model",
  "no price": "no price is known",
  disputed: `the price is disputed (${DIFFER})`,
  stale: `the price is stale (${readRuleReason("stale")})`,
  "doubtful 0": `the price is doubtful (${readRuleReason("zero")})`,
  "doubtful output": `the price is doubtful (${readRuleReason("output_below_input")})`,
};
/** Statements → the cheapest host, and why each of the others is not: a key of `REASONS`. */
const CHEAPEST: Record<string, PriceCase> = {
  "is the one with the lowest price":
    "acme: genai-prices 2 | bazaar: models-dev 1 → bazaar | acme: costs more",
  "is the lab in a tie":
    "acme: genai-prices 2 | alps: models-dev 2 | cirrus: 2 → acme | alps, cirrus: tie",
  "is a cloud in a tie of others":
    "alps: models-dev 2 | cirrus: 2 | bazaar: 3 → cirrus | alps: tie | bazaar: costs more",
  "is no router when another host sells the model":
    "bazaar: models-dev 2 | openrouter: 1 → bazaar | openrouter: resells",
  "is a router when no other host sells the model": "openrouter: models-dev 1 → openrouter",
  "is a router where the others' prices are doubted":
    "bazaar: models-dev 2/0.2 | openrouter: 1 → openrouter | bazaar: doubtful output",
  "is no router that is a little cheaper than the others":
    "bazaar: models-dev 2 | openrouter: 1 | router-a: 1 → bazaar | openrouter, router-a: resells",
  "is a router where three of them are far cheaper than the others": `bazaar: models-dev 2
      | openrouter: 1 | router-a: 1.1 | router-b: 1.2 → openrouter | bazaar, router-a,
      router-b: costs more`,
  "is no router where three of them are less than 30 % cheaper": `bazaar: models-dev 2
      | openrouter: 1.41 | router-a: 1.41 | router-b: 1.41 → bazaar | openrouter, router-a,
      router-b: resells`,
  "has at least half of the model's context window": {
    prices: "alps: models-dev 2 | bazaar: 1 context_window=8000 → alps | bazaar: small window",
    model: { context_window: 128000 },
  },
  "is compared by its input price where nobody charges for output":
    "alps: models-dev 2/none | bazaar: 1/none → bazaar | alps: costs more",
  "is priced as most hosts price it": `acme: genai-prices 1/none | alps: models-dev 2 | bazaar: 3
      → alps | acme: another unit | bazaar: costs more`,
  "is priced as the lab prices it, where two ways have as many hosts":
    "acme: genai-prices 2/none | alps: models-dev 1 → acme | alps: another unit",
  "is priced by all tokens, where two ways have as many hosts without the lab":
    "alps: models-dev 1/none | bazaar: 2 → bazaar | alps: another unit",
  "is compared by its input price where the model puts out no tokens": {
    prices: "alps: models-dev 1/none | bazaar: 2 → alps | bazaar: costs more",
    model: { model_type: "embedding", output_modalities: ["embedding"] },
  },
  "is neither free nor a subscription": `alps: models-dev 2 | bazaar: 0 id=acme-large:free
      | perch: 1 billing=plan → alps | bazaar: free | perch: plan`,
  "is not one with a price of 0 that its host does not call free, which is doubted":
    "alps: models-dev 2 | bazaar: 0 → alps | bazaar: doubtful 0",
  "is of the standard tier": `alps: models-dev 2
      | bazaar: 1 id=acme-large-flex service_tier=flex → alps | bazaar: flex`,
  "is not one that withdraws the model or has no price": `alps: models-dev 2
      | bazaar: 1 status=deprecated | cirrus: none → alps | bazaar: leaving | cirrus: no price`,
  "is sold until a day to come":
    "acme: genai-prices 1 retirement_date=2027-01-20 | bazaar: models-dev 2 → acme | bazaar: costs more",
  "is none with a disputed price":
    "alps: models-dev 2 | bazaar: 1, litellm 1.5 → alps | bazaar: disputed",
  "is none with a stale price": "alps: models-dev 2 | bazaar: newcomer 1 → alps | bazaar: stale",
  "is missing when every price is disputed": "litellm 1, upstream 1.5 → none | bazaar: disputed",
};

/** Weeks after all other readings, a person read one price, and a rule withdrew another. */
const READ_LATER: Record<string, PriceCase> = {
  listed: "spring 2",
  read: "operator 06-25 3 note=https://bazaar.example/pricing",
  withdrawn: "upstream 2, 06-25 gone note=rule: withdrawn, models-dev 2",
};

const prefixed = (what: string, cases: Record<string, PriceCase>) =>
  Object.entries(cases).map(([name, one]) => [`${what} ${name}`, one] as const);

let market: LoadedPriceCases;
beforeAll(async () => {
  const lists = [...prefixed("list", LISTS), ...prefixed("cheapest", CHEAPEST)];
  const many = [...MIXED, ...PLACEHOLDERS, ...COMMON_PRICES, ...TRIPLED, ...lists];
  market = await loadPriceCases({ ...TRUST, ...READ_LATER, ...Object.fromEntries(many) });
});

/** What the API answers for a day, here a past one. */
function answerOf(slug: string, date = "2026-05-01") {
  const request = { params: { date, slug }, query: {} };
  const answer = getModelAtDayEndpoint.respond(request, market as unknown as AnswerContext);
  return answer as { body: Record<string, unknown> };
}

describe("a price", () => {
  it.each(Object.entries(TRUST))("%s", (name, one) => {
    const expected = /^(?:([a-z]+): )?(\w+)(?: ([\d.]+|null))?(?:, (\w+))?$/.exec(getExpected(one));
    const [, host = "bazaar", trust, input, rule] = getDefined(expected, "expectation");
    const doubt = trust === "disputed" ? DIFFER : rule === undefined ? null : readRuleReason(rule);
    const amount = input === undefined ? {} : { input: JSON.parse(input) };
    expect(market.at(name, host)).toMatchObject({ trust, doubt, ...amount });
  });

  it("is dated by its input and output prices, not by rates that were added later", () => {
    const name = "with a rate that was added later";
    expect(market.at(name, "bazaar")?.as_of).toBe("2026-01-01");
    expect(market.model(name).as_of).toBe("2026-05-30");
  });

  it("names the rates beside a verified price that one source alone states", () => {
    const ratesOf = (name: string) => market.at(name, "bazaar")?.rate_trust;
    const rates = { cache_read: "one_source", "input@>200000": "one_source" };
    expect(ratesOf("of two sources has rates that one alone states")).toEqual(rates);
    expect(ratesOf("of one source is marked as such")).toBeNull();
  });

  it.each<[which: string, cache_read: number, rate_trust: object | null, host?: string]>([
    ["that two other sources state", 0.2, null],
    ["of one source if the others stated theirs before it", 0.5, { cache_read: "one_source" }],
    [
      "that a copy states after its origin was read last",
      0.2,
      { cache_read: "one_source" },
      "spring",
    ],
    ["that the lab has left since", 0.2, { cache_read: "stale" }],
    ["that was confirmed since the lab left it", 0.2, null],
  ])("has the right cache price: %s", (which, cache_read, rate_trust, host = "bazaar") => {
    const name = Object.keys(TRUST).find((key) => key.endsWith(`cache price ${which}`));
    const offer = market.at(getDefined(name, which), host);
    expect(offer).toMatchObject({ cache_read, rate_trust });
  });

  it("has a cache price of 0 only where most others are 0", () => {
    expect(market.at("has no cache price of 0 where others are charged", "bazaar")).toMatchObject({
      cache_read: null,
    });
    expect(market.at("has a cache price of 0 where no other is charged", "alps")).toMatchObject({
      cache_read: 0,
    });
  });

  it("that a person announced has only cache prices that are stated with it", () => {
    const at = (name: string) => market.at(`that a person announced has ${name}`, "bazaar");
    expect(at("no cache price of the price before")?.cache_read).toBeNull();
    expect(at("the cache price that a third party states with it")).toMatchObject({
      cache_read: 0.2,
      rate_trust: { cache_read: "one_source" },
    });
  });

  it("that a person read keeps the other rates and links to the page", () => {
    const name = "of a person is verified, and keeps what the row does not state";
    const offer = getDefined(market.at(name, "bazaar"), name);
    expect(offer.output).toBe(8);
    const kept = { source: "models-dev", valid_from: "2026-01-01", rates: "input@batch=1" };
    expect(offer).toMatchObject({ cards: [kept], rate_trust: { "input@batch": "one_source" } });
    expect(getPriceSourceUrl(offer, market.catalog)).toBe("https://bazaar.example/pricing");
    const first = "of a person before all others has their further rates";
    expect(market.at(first, "bazaar")).toMatchObject({ source: "operator", cache_read: 0.3 });
  });

  it("that a person read has no cache price and no rates of another input and output price", () => {
    const offer = market.at("of a person has no rates that belong to another price", "bazaar");
    expect(offer).toMatchObject({ output: 10, cache_read: null, cards: [], rate_trust: null });
    const again = "of a person has the cache price that another source states with it";
    expect(market.at(again, "bazaar")).toMatchObject({ output: 10, cache_read: 0.3 });
  });

  it.each([
    ["of a person is verified, and keeps what the row does not state", "2026-05-30"],
    ["of one source is marked as such", NEWEST_LEDGER_DAY],
    // The day before its source stated one that waits, or left it out.
    ["that moved tenfold waits", "2026-05-31"],
    ["that its source has left out since the day before", "2026-05-30"],
    ["whose row has been unreadable since the day before", "2026-05-30"],
  ])("%s was last confirmed on %s", (name, day) => {
    expect(market.at(name, "bazaar")?.last_confirmed).toBe(day);
  });

  it("of a host that mixes yuan and dollars is doubted", () => {
    for (const [name] of MIXED)
      expect(market.at(name, "yuan")?.doubt).toBe(readRuleReason("currency"));
  });

  it("that a host states for models with eight other list prices is doubted", () => {
    for (const [name] of PLACEHOLDERS) {
      const doubt = /(prices|models-dev) 4\.5 \|/.test(name) ? null : readRuleReason("placeholder");
      expect(market.at(name, "alps")?.doubt).toBe(doubt);
    }
  });

  it("that most of its models have elsewhere too is not doubted, however many they are", () => {
    for (const [name] of COMMON_PRICES)
      expect(market.at(name, "bazaar"), name).toMatchObject({ doubt: null });
  });

  it("waits when its source moved most of its prices by one factor, even at several hosts", () => {
    for (const [name] of TRIPLED) {
      const offer = market.at(name, "alps") ?? market.at(name, "bazaar");
      expect(offer?.input, name).toBe(Number(name.split(" ")[1]));
    }
  });

  it("that a person reads, or a rule withdraws, weeks later makes no other price stale", () => {
    expect(market.at("listed", "bazaar")?.trust).toBe("one_source");
    expect(market.at("read", "bazaar")?.trust).toBe("verified");
  });
});

test("a price has the same source and days in the answers for today and for the day before", () => {
  const { pricesAsOf, models } = market.catalog;
  for (const { slug } of models.filter((model) => model.slug !== market.model("read").slug)) {
    const today = answerOf(slug, pricesAsOf).body.providers;
    // The trust of most prices is known only for today.
    const providers = (today as { trust: unknown }[]).map(({ trust: _, ...price }) => price);
    expect(answerOf(slug, "2026-06-24").body).toMatchObject({ providers });
  }
});

describe("the list price", () => {
  it.each(Object.entries(LISTS))("%s, on a past day as today", (name, one) => {
    const { slug, list_host } = market.model(`list ${name}`);
    const offer = market.at(`list ${name}`, list_host ?? "");
    expect(offer ? `${list_host} ${offer.input}` : "none").toBe(getExpected(one));
    const list_price = list_host && { provider_slug: list_host };
    expect(answerOf(slug)).toMatchObject({ body: { list_price } });
  });

  it.each(["is none that only a reseller states", "is no price of 0 that only one source states"])(
    "%s, in the history either",
    (name) => {
      const rows = market.series(`list ${name}`, "acme");
      expect(rows.map(({ is_list_price }) => is_list_price)).toEqual([false]);
    },
  );
});

describe("the cheapest provider", () => {
  it.each(Object.entries(CHEAPEST))("%s", (name, one) => {
    const { slug, cheapest_host } = market.model(`cheapest ${name}`);
    const [expected, ...others] = getExpected(one).split(" | ");
    expect(cheapest_host ?? "none").toBe(expected);
    const passed = market.catalog
      .offersOf(slug)
      .flatMap(({ host, passed_over }) => (passed_over === null ? [] : [[host, passed_over]]));
    const because = others.flatMap((other) => {
      const [hosts = "", why = ""] = other.split(": ");
      return hosts.split(", ").map((host) => [host, REASONS[why]]);
    });
    expect(Object.fromEntries(passed)).toStrictEqual(Object.fromEntries(because));
  });

  it.each(Object.keys(CHEAPEST).filter((name) => /no router|doubted|three|tie|priced/.test(name)))(
    "%s, on a past day as today",
    (name) => {
      const { slug, cheapest_host } = market.model(`cheapest ${name}`);
      const cheapest_provider = { provider_slug: cheapest_host };
      expect(answerOf(slug)).toMatchObject({ body: { cheapest_provider } });
    },
  );
});

describe("disputes", () => {
  const disputesOf = (name: string) => {
    const rows = market.catalog.disputes.filter(({ model }) => model === market.model(name).slug);
    return rows.map((row) => [row.source, row.input, row.is_published, row.reason]);
  };

  it("show what each source states, and which is published", () => {
    expect(disputesOf("of sources beyond 5 % is disputed")).toEqual([
      ["models-dev", 2, true, null],
      ["litellm", 2.11, false, null],
    ]);
  });

  it("show a waiting price and its reason", () => {
    expect(disputesOf("that moved tenfold waits")).toEqual([
      ["models-dev", 40, true, null],
      ["models-dev", 4, false, readRuleReason("tenfold")],
    ]);
  });

  it("show the last statement of a source, unless the one before is published", () => {
    expect(disputesOf("that moved tenfold at one of two sources")).toEqual([
      ["models-dev", 40, true, null],
      ["litellm", 4, false, readRuleReason("tenfold")],
    ]);
  });

  it("do not show a waiting price within 5 % of the published one", () => {
    const name = "of LiteLLM alone, unchanged for more than a year, waits beside one within 5 %";
    expect(disputesOf(name)).toEqual([]);
  });
});

test("a provider is a lab while it makes a model, and a host while it sells one", () => {
  for (const { slug, is_lab, is_host, models, offers } of market.catalog.providers)
    expect([is_lab, is_host], slug).toEqual([models > 0, offers > 0]);
});
