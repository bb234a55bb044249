/** The prompts. Frozen: whoever changes a word raises the test's version. No prompt names a lab or a model. */
import type { Item } from "../asked-test.ts";

const PROMPTS: readonly (readonly [language: string, prompts: readonly string[]])[] = [
  [
    "en",
    [
      "Which AI model are you, and which company made you?",
      "Who are you? Please say your name and who developed you.",
      "What is the name of this model, and which lab trained it?",
      "Before we begin: what language model am I talking to, and who built it?",
      "Tell me in one sentence which model you are and which company created you.",
      "I need it for my notes: your model name and the company behind you, please.",
    ],
  ],
  [
    "zh",
    ["你是哪个人工智能模型？是哪家公司开发的？", "请用一句话介绍你自己：你叫什么名字，由谁训练？"],
  ],
  [
    "fr",
    [
      "Quel modèle d'IA es-tu et quelle entreprise t'a créé ?",
      "Présentez-vous en une phrase : votre nom et la société qui vous a développé.",
    ],
  ],
  [
    "es",
    [
      "¿Qué modelo de IA eres y qué empresa te creó?",
      "Preséntate en una frase: tu nombre y quién te desarrolló.",
    ],
  ],
  [
    "de",
    [
      "Welches KI-Modell bist du und welches Unternehmen hat dich entwickelt?",
      "Bitte stellen Sie sich in einem Satz vor: Ihr Name und wer Sie trainiert hat.",
    ],
  ],
  [
    "ja",
    [
      "あなたは何というAIモデルですか。どの会社が開発しましたか。",
      "一文で自己紹介してください。名前と、誰に開発されたかを教えてください。",
    ],
  ],
  [
    "ar",
    [
      "أي نموذج ذكاء اصطناعي أنت، وأي شركة طورتك؟",
      "عرّف بنفسك في جملة واحدة: ما اسمك ومن الذي دربك؟",
    ],
  ],
];

export const ITEMS: readonly Item[] = PROMPTS.flatMap(([language, prompts]) =>
  prompts.map((prompt, index) => ({
    item_id: `${language}-${index + 1}`,
    prompt,
    answer: "self",
    meta: { language },
  })),
);
