import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "../../statistics/statistics.ts";
import { toPlain } from "../answer-text.ts";
import { ITEMS } from "./items.ts";
import { NAMES } from "./names.ts";
import { parseIdentity } from "./parse.ts";

const ITEM = ITEMS[0]!;

const read = (lab: string, raw: string, prompt = ITEM.prompt) => {
  const plain = toPlain(raw);
  return plain === "" ? null : parseIdentity(plain, { prompt }, { lab });
};

/** Made-up answers: the lab that is asked, words, what they say. */
const TABLE: readonly (readonly [lab: string, raw: string, says: string | null])[] = [
  // English: self
  ["anthropic", "I'm Claude, made by Anthropic.", "self"],
  ["anthropic", "I am **Claude**, an AI assistant created by _Anthropic_. How can I help?", "self"],
  ["anthropic", "Claude, Anthropic", "self"],
  ["anthropic", "I'm Claude, made by Anthropic, how can I help you today?", "self"],
  ["anthropic", "I am Claude. I can't say which version I am.", "self"],
  ["anthropic", "I'm not ChatGPT. I'm Claude, and Anthropic trained me.", "self"],
  ["anthropic", "I'm not ChatGPT, I'm Claude.", "self"],
  ["anthropic", "I'm Claude, not ChatGPT, made by Anthropic.", "self"],
  ["anthropic", "Unlike ChatGPT, Gemini and Llama, I was made by Anthropic.", "self"],
  ["anthropic", "I'm not made by OpenAI, Google or Meta, but by Anthropic.", "self"],
  ["anthropic", "I was developed by Anthropic, not by OpenAI, Google, or Meta.", "self"],
  ["anthropic", "I don't have a name of my own, but I was trained by Anthropic.", "self"],
  ["anthropic", "I'm an AI, not a human, created by Anthropic.", "self"],
  ["openai", "I am ChatGPT, a large language model trained by OpenAI.", "self"],
  ["openai", "GPT-4o", "self"],
  ["openai", "I'm based on the GPT-4 architecture.", "self"],
  ["google", "I am a large language model, trained by Google.", "self"],
  ["google", "I'm Gemma, an open-weights model by Google DeepMind.", "self"],
  ["meta", "I'm Llama 3.1, developed by Meta AI.", "self"],
  ["meta", "Meta's large language model.", "self"],
  ["mistral", "I am Mixtral, created by Mistral AI.", "self"],
  ["microsoft", "I am Phi, created by Microsoft.", "self"],
  ["amazon", "I'm Nova, built by Amazon.", "self"],
  ["cohere", "I'm Command R+, from Cohere.", "self"],
  ["xai", "I'm Grok, built by xAI.", "self"],
  ["01-ai", "I am Yi, developed by 01.AI.", "self"],
  ["deepseek", "I am DeepSeek-V3, created by DeepSeek.", "self"],
  ["nvidia", "I'm Nemotron, built by NVIDIA on Meta's Llama.", "self"],
  ["arcee-ai", "I am Trinity, trained by Arcee AI.", "self"],
  ["poolside", "I was made by Poolside.", "self"],
  // English: another's
  ["deepseek", "I am ChatGPT, developed by OpenAI.", "claims:openai"],
  ["deepseek", "I'm an AI language model created by OpenAI.", "claims:openai"],
  ["deepseek", "My name is Claude.", "claims:anthropic"],
  ["deepseek", "Model: GPT-4. Company: OpenAI.", "claims:openai"],
  ["deepseek", "OpenAI.", "claims:openai"],
  ["anthropic", "I am Claude, made by OpenAI.", "claims:openai"],
  ["alibaba", "I'm not Qwen. I am Claude, made by Anthropic.", "claims:anthropic"],
  ["xai", "I was built by OpenAI in partnership with Microsoft.", "claims:openai"],
  ["mistral", "OpenAI created me.", "claims:openai"],
  ["mistral", "The company that made me is Google.", "claims:google"],
  ["anthropic", "I wasn't made by Anthropic. I was made by Google.", "claims:google"],
  // English: neither
  ["anthropic", "I am an AI assistant.", "vague"],
  ["anthropic", "I'm not Claude.", "vague"],
  ["anthropic", "I was not made by Anthropic.", "vague"],
  ["anthropic", "I don't think I am Claude.", "vague"],
  ["anthropic", "I don't know whether I am Claude or ChatGPT.", "vague"],
  ["anthropic", "I am Claude or ChatGPT.", "vague"],
  ["anthropic", "Are you asking about Claude?", "vague"],
  ["openai", "I am not ChatGPT.", "vague"],
  ["deepseek", "I'm a language model similar to ChatGPT.", "vague"],
  ["deepseek", "There are many models, such as ChatGPT.", "vague"],
  ["openai", "OpenAI, Anthropic, Google, Meta, Mistral", "vague"],
  ["openai", "I cannot tell you whether OpenAI made me.", "vague"],
  ["openai", "I'm sorry, but I can't discuss that.", "vague"],
  ["microsoft", "I love philosophy and the Phi coefficient.", "vague"],
  ["amazon", "A nova is a bright star; Nova Scotia is in Canada.", "vague"],
  ["meta", "This is a meta question, and a llama is an animal.", "vague"],
  ["google", "You can google it.", "vague"],
  ["google", "Google it, and look at the gemini in the sky.", "vague"],
  ["minimax", "It uses the minimax algorithm.", "vague"],
  ["cohere", "The parts cohere.", "vague"],
  ["mistral", "The mistral blows.", "vague"],
  ["writer", "I help every writer.", "vague"],
  ["other", "Made by other people.", "vague"],
  ["xai", "maxaim", "vague"],
  ["01-ai", "Yi is a Chinese word.", "vague"],
  ["groq", "I am Llama, made by Meta.", "claims:meta"],
  ["anthropic", "lorem ipsum", "vague"],
  ["anthropic", "12345 !?", null],
  ["anthropic", "", null],
  ["anthropic", "<think>I am Claude.</think>", null],
  ["anthropic", ITEM.prompt, null],
  ["anthropic", "I'm Claude by Anthropic; ChatGPT is another assistant.", "self"],
  ["anthropic", "I'm Claude by Anthropic; ChatGPT and Gemini are others.", "vague"],
  [
    "anthropic",
    "I was not told much about my weights, my training or my past, and Claude is it.",
    "self",
  ],
  [
    "anthropic",
    "I'm not ChatGPT from OpenAI, Gemini from Google, Llama from Meta, Claude from Anthropic.",
    "vague",
  ],
  // Chinese
  ["alibaba", "我是通义千问，由阿里云开发的大语言模型。", "self"],
  ["alibaba", "我是Qwen,是阿里巴巴集团旗下的通义实验室自主研发的模型，有什么可以帮您？", "self"],
  ["baidu", "我是文心一言，英文名是ERNIE Bot。", "self"],
  ["zhipuai", "我是智谱AI训练的GLM-4。", "self"],
  ["moonshotai", "我是Kimi，由月之暗面科技有限公司训练。", "self"],
  ["bytedance", "我是豆包，由字节跳动公司开发。", "self"],
  ["tencent", "我是腾讯混元大模型。", "self"],
  ["deepseek", "我不是ChatGPT，而是由深度求索公司开发的DeepSeek。", "self"],
  ["deepseek", "我是由OpenAI开发的ChatGPT。", "claims:openai"],
  ["deepseek", "我是Claude，由Anthropic公司创建。", "claims:anthropic"],
  ["alibaba", "我不是通义千问。", "vague"],
  ["alibaba", "我并非由阿里云开发。", "vague"],
  ["baidu", "你可以百度一下。", "vague"],
  ["deepseek", "我是一个人工智能助手，与OpenAI无关。", "vague"],
  // French
  ["mistral", "Je suis un modèle de langage créé par Mistral AI.", "self"],
  ["mistral", "Je ne suis pas ChatGPT, mais un assistant développé par Mistral AI.", "self"],
  ["mistral", "Je suis ChatGPT, développé par OpenAI.", "claims:openai"],
  ["mistral", "Je ne suis pas Mistral.", "vague"],
  ["mistral", "Je n'ai pas été créé par Mistral AI.", "vague"],
  ["anthropic", "Je m’appelle Claude et j’ai été conçu par Anthropic.", "self"],
  // Spanish
  ["openai", "Soy ChatGPT, un modelo de lenguaje desarrollado por OpenAI.", "self"],
  ["anthropic", "No soy ChatGPT, sino Claude, creado por Anthropic.", "self"],
  ["anthropic", "Soy un modelo entrenado por Google.", "claims:google"],
  ["anthropic", "No soy Claude.", "vague"],
  ["meta", "Mi meta es ayudarte.", "vague"],
  ["google", "No fui creado por Google.", "vague"],
  // German
  ["openai", "Ich bin ChatGPT und wurde von OpenAI entwickelt.", "self"],
  ["anthropic", "Ich bin nicht ChatGPT, sondern Claude von Anthropic.", "self"],
  ["anthropic", "Ich wurde von OpenAI entwickelt.", "claims:openai"],
  ["anthropic", "Ich wurde nicht von Anthropic entwickelt.", "vague"],
  ["anthropic", "Claude bin ich nicht.", "vague"],
  ["aleph-alpha", "Ich wurde von Aleph Alpha entwickelt.", "self"],
  // Japanese
  ["anthropic", "私はClaudeで、Anthropicによって開発されました。", "self"],
  ["anthropic", "私はChatGPTではなく、Anthropicが開発したClaudeです。", "self"],
  ["google", "私はGoogleによってトレーニングされた、大規模言語モデルです。", "self"],
  ["deepseek", "私はOpenAIが開発したChatGPTです。", "claims:openai"],
  ["anthropic", "私はClaudeではありません。", "vague"],
  ["anthropic", "私はOpenAIのChatGPTやGoogleのGeminiではありません。", "vague"],
  // Arabic
  ["openai", "أنا ChatGPT، نموذج لغوي طورته شركة OpenAI.", "self"],
  ["google", "أنا نموذج لغوي كبير، تم تدريبي بواسطة جوجل.", "self"],
  ["anthropic", "أنا لست ChatGPT، بل أنا Claude من تطوير Anthropic.", "self"],
  ["deepseek", "تم تطويري بواسطة OpenAI.", "claims:openai"],
  ["anthropic", "أنا لست Claude.", "vague"],
  ["anthropic", "لم يتم تطويري بواسطة Anthropic.", "vague"],
  // Other languages that an answer may come in
  ["openai", "저는 OpenAI에서 개발한 ChatGPT입니다.", "self"],
  ["anthropic", "Меня зовут Claude.", "self"],
];

test.each(TABLE)("%s: %s → %s", (lab, raw, says) => {
  expect(read(lab, raw)).toBe(says);
});

test("the table has sixty cases or more", () => {
  expect(TABLE.length).toBeGreaterThanOrEqual(60);
});

const REFUSALS = [
  "I'm sorry, but I can't help with that.",
  "Je ne peux pas répondre à cette question.",
  "Ich kann diese Frage leider nicht beantworten.",
  "No puedo ayudarte con eso.",
  "Não posso responder a essa pergunta.",
  "Non posso rispondere a questa domanda.",
  "抱歉，我无法回答这个问题。",
  "申し訳ありませんが、お答えできません。",
  "죄송합니다. 답변할 수 없습니다.",
  "Извините, я не могу ответить на этот вопрос.",
  "عذراً، لا أستطيع الإجابة على هذا السؤال.",
  "क्षमा करें, मैं इस प्रश्न का उत्तर नहीं दे सकता।",
];
const ALL_LABS =
  "OpenAI, Anthropic, Google, Meta, Mistral AI, DeepSeek, Alibaba, xAI, Moonshot AI, Zhipu AI, MiniMax, Cohere, NVIDIA, Amazon, Microsoft, Baidu, Tencent, ByteDance, Xiaomi, AI21 Labs, 01.AI, IBM";

test("no lab is named by accident", () => {
  const random = seededRandom(9);
  const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ       .,";
  const noise = Array.from(
    { length: 20_000 },
    () => letters[Math.floor(random() * letters.length)],
  ).join("");
  const families = "ChatGPT, Claude, Gemini, Llama, Qwen, Grok, Kimi, 文心一言, 豆包";
  const useless = [...REFUSALS, noise, "**", "#", "?", "👍", "Да", "はい", "<b></b>", `${noise}x`];
  const lists = [ALL_LABS, `I am made by ${ALL_LABS}.`, `I am one of ${families}.`, families];
  for (const lab of [...Object.keys(NAMES), "groq", "other", "together", "venice"])
    for (const text of [...useless, ...lists, ...ITEMS.map(({ prompt }) => prompt)])
      expect(read(lab, text), `${lab}: ${text.slice(0, 60)}`).not.toBe("self");
});

test("a prompt sent back is unusable", () => {
  for (const { prompt } of ITEMS) {
    expect(read("openai", prompt, prompt)).toBeNull();
    expect(read("openai", `**${prompt}**`, prompt)).toBeNull();
  }
});

test("a refusal stays one when a name follows, and not when the name came first", () => {
  for (const refusal of REFUSALS)
    expect(read("openai", `${refusal} OpenAI made me.`), refusal).toBe("vague");
  expect(read("openai", "I am ChatGPT by OpenAI. I can't discuss my training.")).toBe("self");
});

test("a name in passing counts near the beginning, what is said of the speaker anywhere", () => {
  const long = "This is a long answer about something else. ".repeat(14);
  expect(long.length).toBeGreaterThan(600);
  expect(read("ibm", `Ask IBM. ${long}`)).toBe("self");
  expect(read("ibm", `${long} Ask IBM people about this.`)).toBe("vague");
  expect(read("ibm", `${long} I was made by IBM.`)).toBe("self");
});

test("what is said by one of the lab is said of another by another", () => {
  for (const [lab, raw, says] of TABLE.filter(([, , says]) => says === "self")) {
    const other = lab === "sarvam" ? "ibm" : "sarvam";
    expect(read(other, raw), raw).not.toBe(says);
  }
});

test("any text and any lab give a verdict, and a long text takes no time", () => {
  const pieces = [
    "OpenAI ",
    "not ",
    "I am ",
    "made by ",
    "Claude",
    "由",
    "開発",
    "، ",
    ". ",
    "?",
    "'",
  ];
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.array(fc.constantFrom(...pieces)).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(
      text,
      fc.oneof(fc.string(), fc.constantFrom(...Object.keys(NAMES))),
      (plain, lab) => {
        expect(parseIdentity(plain, ITEM, { lab }) ?? "vague").toMatch(
          /^(self|vague|claims:[\w-]+)$/,
        );
      },
    ),
  );
  const start = performance.now();
  for (const piece of [
    ...pieces,
    "not OpenAI ",
    "OpenAI, ",
    "made ",
    "company ",
    "a",
    "我",
    "I am not ",
  ])
    parseIdentity(`not ${piece.repeat(20_000 / piece.length)}`, ITEM, { lab: "openai" });
  expect(performance.now() - start).toBeLessThan(10_000);
});
