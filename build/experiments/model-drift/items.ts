/** The frozen questions, many kinds of them, each with the way its answer is read. */
import type { Item } from "../asked-test.ts";
import type { Reading } from "./parse.ts";

type Kind =
  | "arithmetic"
  | "spelling"
  | "fact"
  | "classification"
  | "ordering"
  | "code"
  | "translation"
  | "opinion"
  | "guess"
  | "format";

interface DriftItem extends Item {
  meta: Reading & { kind: Kind };
}

const NUMBER = "Answer with the number only.";
const WORD = "Answer with one word only.";
const LINE = "Answer with that only.";

const item =
  (kind: Kind, reading: Reading) => (id: string, ask: string, answer: string | null) => ({
    item_id: `${kind}-${id}`,
    prompt: ask,
    answer,
    meta: { kind, ...reading },
  });
const counted = (kind: Kind) => {
  const make = item(kind, { read: "number" });
  return (id: string, ask: string, answer: string): DriftItem =>
    make(id, `${ask} ${NUMBER}`, answer);
};
const oneWord = (kind: Kind) => {
  const make = item(kind, { read: "word" });
  return (id: string, ask: string, answer: string | null): DriftItem =>
    make(id, `${ask} ${WORD}`, answer);
};
const lined =
  (kind: Kind) =>
  (id: string, ask: string, answer: string): DriftItem =>
    item(kind, { read: "line", words: answer.split(" ").length })(id, `${ask} ${LINE}`, answer);
const chosen =
  (kind: Kind) =>
  (id: string, ask: string, options: readonly string[], answer: string | null): DriftItem =>
    item(kind, { read: "choice", options })(id, `${ask} Answer ${listed(options)} only.`, answer);
const guessed = (id: string, from: number, to: number): DriftItem =>
  item("guess", { read: "number", from, to })(
    id,
    `Name a whole number from ${from} to ${to}. ${NUMBER}`,
    null,
  );

const listed = (options: readonly string[]): string =>
  `${options.slice(0, -1).join(", ")} or ${options.at(-1)}`;

const sum = counted("arithmetic");
const spell = lined("spelling");
const letters = counted("spelling");
const fact = oneWord("fact");
const year = counted("fact");
const classify = chosen("classification");
const order = lined("ordering");
const output = counted("code");
const printed = lined("code");
const translate = oneWord("translation");
const prefer = chosen("opinion");
const like = oneWord("opinion");
const form = lined("format");

export const ITEMS: readonly DriftItem[] = [
  sum("division", "What is 1001 divided by 7?", "143"),
  sum("long-product", "What is 4719 times 386?", "1821534"),
  sum("product", "What is 47 times 83?", "3901"),
  sum("remainder", "What is the remainder when 1000 is divided by 37?", "1"),
  sum("sum", "What is 7846 plus 9587?", "17433"),
  classify(
    "animal",
    "Is a dolphin a fish, a mammal, a bird?",
    ["fish", "mammal", "bird"],
    "mammal",
  ),
  classify(
    "mood",
    "Is this remark on a hotel positive, negative, mixed? The room was lovely and the staff were rude.",
    ["positive", "negative", "mixed"],
    "mixed",
  ),
  classify(
    "sarcasm",
    "Is the speaker pleased, annoyed? Great, the train is late for the fourth day.",
    ["pleased", "annoyed"],
    "annoyed",
  ),
  classify(
    "topic",
    "Is this headline about sport, business, science? The striker's late goal decides the cup.",
    ["sport", "business", "science"],
    "sport",
  ),
  output("length", "What does this Python line print? print(len('banana') * 3 - 4)", "14"),
  output(
    "loop",
    "What does this JavaScript print? let n = 0; for (let i = 1; i < 6; i++) n += i * i; console.log(n)",
    "55",
  ),
  output(
    "modulo",
    "What does this Python line print? print(sum(x for x in range(20) if x % 3 == 1))",
    "70",
  ),
  printed("slice", "What does this Python line print? print('abcdefgh'[2:6])", "cdef"),
  printed(
    "sorted",
    "What does this Python line print? print(','.join(sorted(['pear', 'fig', 'apple'])))",
    "apple,fig,pear",
  ),
  fact("capital", "What is the capital of Kenya?", "nairobi"),
  fact("element", "Which chemical element has the symbol W?", "tungsten"),
  year("berlin-wall", "In which year did the Berlin Wall fall?", "1989"),
  fact("titan", "Which planet has the moon Titan?", "saturn"),
  year("dodecagon", "How many sides has a dodecagon?", "12"),
  form(
    "capitals",
    "Write the word river in capital letters, with a hyphen between the letters.",
    "r-i-v-e-r",
  ),
  form("date", "Write the third of May 2019 as YYYY-MM-DD.", "2019-05-03"),
  form(
    "list",
    "Write the first five even numbers above zero, with a comma and no space between them.",
    "2,4,6,8,10",
  ),
  form("roman", "Write 2024 in Roman numerals.", "mmxxiv"),
  guessed("hundred", 1, 100),
  guessed("ten", 1, 10),
  guessed("thousand", 1, 1000),
  item("guess", { read: "choice", options: ["heads", "tails"] })(
    "toss",
    "I toss a coin. Guess how it lands. Answer heads or tails only.",
    null,
  ),
  prefer("bread", "Which is better with soup?", ["bread", "rice"], null),
  prefer("city", "Which would you rather visit?", ["Lisbon", "Kyoto"], null),
  like("colour", "Name a colour.", null),
  prefer("season", "Which season is nicer?", ["spring", "autumn"], null),
  prefer(
    "sea",
    "Where is a holiday better, by the sea or in the mountains?",
    ["sea", "mountains"],
    null,
  ),
  prefer("tabs", "What should a program be indented with?", ["tabs", "spaces"], null),
  prefer("time", "When is it better to read?", ["morning", "evening"], null),
  like("animal", "Name an animal.", null),
  order(
    "alphabet",
    "Put these words in alphabetical order, with a comma and a space between them: plum, kiwi, melon, date.",
    "date, kiwi, melon, plum",
  ),
  order(
    "numbers",
    "Put these numbers in rising order, with a comma and a space between them: 0.5, 0.45, 0.405, 0.54.",
    "0.405, 0.45, 0.5, 0.54",
  ),
  order(
    "planets",
    "Put these planets in order from the Sun, with a comma and a space between them: Mars, Venus, Neptune, Jupiter.",
    "venus, mars, jupiter, neptune",
  ),
  order(
    "reverse",
    "Put these letters in reverse alphabetical order, without anything between them: g, q, b, m.",
    "qmgb",
  ),
  letters("count-e", "How many times does the letter e occur in the word nevertheless?", "4"),
  letters("count-i", "How many times does the letter i occur in the word invisibility?", "5"),
  spell("backwards", "Write the word lantern backwards.", "nretnal"),
  letters("length", "How many letters has the word thoroughbred?", "12"),
  spell(
    "third",
    "Write the third letter of each of these words, without anything between them: stone, cloud, paper.",
    "oop",
  ),
  translate("french", "What is the French word for bread?", "pain"),
  translate("german", "What is the German word for butterfly?", "schmetterling"),
  translate("japanese", "What is the Japanese word for water? Write it in Latin letters.", "mizu"),
  translate("spanish", "What is the Spanish word for window?", "ventana"),
].sort((a, b) => (a.item_id < b.item_id ? -1 : 1));
