import type { OwnTest } from "../definition.ts";

export const WORLD_MAP: OwnTest = {
  test: "world-map",
  lab: null,
  name: "World map",
  question: "Does a model know which points of a 6° grid are land and which are water?",
  scoring: {
    rule: "100 × cells answered rightly / cells with a usable answer",
    unit: "percent of cells",
    higher_is_better: true,
    grades: { A: 90, B: 85, C: 80, D: 70 },
  },
  headline_rule: "The most accurate model",
  methodology: [
    "A model that has only read text has never seen a map, and yet it can be asked for one, point by point. The grid has cells of 6 degrees, 30 rows of 60, and the question is put for the centre of each: 1,800 questions, from 87° N, 177° W row by row to 87° S, 177° E. The answers, drawn in their places, are the map that the model carries with it.",
    "Each question stands alone: one request a cell, at temperature 0 and with a fixed seed where the host takes one, without a system prompt, and every answer is kept as it came. It gives the point in whole degrees and says what counts. Lakes and rivers are land; seas, the Caspian among them, are water; ice that rests on the ground is land and floating ice water; the answer is to be one word. An answer may have 400 tokens, far more than a word, because models that reason first use up the rest; the runner may raise that.",
    "The key was computed once from the land polygons of Natural Earth at 1:110 million (public domain), with edges along great circles, and is frozen; a test computes it again. The words about ice, lakes and the Caspian describe what these polygons show: large lakes are not cut out, the Caspian is, and the shelves of Ross, Ronne, Filchner, Amery and Larsen lie outside of Antarctica. Of the 1,800 centres 613 are land and 1,187 water.",
    "A reply counts when it is one of the two words, alone or as `on land`, `in water`, `in the water`; case, punctuation and markup do not matter. Everything else cannot be used: a sentence, both words, the name of a sea, a refusal, another language.",
    "The score is the percent of usable answers that agree with the key, with a 90 % Wilson interval; a model that gave a usable answer for fewer than half of the cells has none, since it may have answered only where it felt sure. Beside it stand the recall of land and of water: right answers among all cells of that kind that were asked, so that unusable ones count against a model there. `complete` says whether all 1,800 cells were asked; `answers` has a character for each.",
    "Whoever always says water is right for 65.9 percent of the cells, whoever always says land for 34.1, and a coin for half. The grades begin above that: 90 earns an A, 85 a B, 80 a C, 70 a D, and a constant answer is an F.",
    "What it cannot tell: cells of 6 degrees are not of one size, and those next to the poles, 35 kilometres wide, weigh as much as those at the equator, 667 kilometres wide. The key is coarse: small islands are missing from it, and for 21 centres (1.2 percent) the 1:50 million polygons of the same source say otherwise, so 100 percent is not a fair wish. Neighbouring cells are alike, which makes the true doubt larger than the interval. A model may know a coast by name and fail to place two numbers on it, or the other way round; the test sees only the two together.",
  ],
};
