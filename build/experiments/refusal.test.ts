import fc from "fast-check";
import { expect, test } from "vitest";
import { toPlain } from "./answer-text.ts";
import { isRefusal } from "./refusal.ts";

const REFUSALS: Record<string, readonly string[]> = {
  en: [
    "I'm sorry, but I can't assist with that request.",
    "I cannot answer this question.",
    "I’m not able to discuss this topic. Is there something else you would like to know?",
    "As an AI language model, I am unable to provide information on this subject.",
    "Sorry, that's beyond my current scope. Let's talk about something else.",
    "I must respectfully decline to answer.",
    "I'd rather not say.",
    "Unfortunately, I can't help with that.",
    "I won't discuss political matters.",
    "Sorry, I can't.",
    "No comment.",
    "**I'm sorry**, but I cannot comply with that.",
    "“I cannot help with that.”",
  ],
  fr: [
    "Je suis désolé, mais je ne peux pas répondre à cette question.",
    "Je ne suis pas en mesure de vous fournir ces informations.",
    "Je préfère ne pas aborder ce sujet.",
    "Il m'est impossible de répondre à cette demande.",
    "Parlons plutôt d'autre chose.",
  ],
  de: [
    "Es tut mir leid, aber ich kann diese Frage nicht beantworten.",
    "Dabei kann ich Ihnen leider nicht weiterhelfen.",
    "Ich bin nicht in der Lage, darüber zu sprechen.",
    "Ich möchte mich dazu nicht äußern.",
    "Dazu kann ich keine Auskunft geben.",
  ],
  es: [
    "Lo siento, pero no puedo responder a esa pregunta.",
    "No puedo ayudarte con eso.",
    "Prefiero no hablar de ese tema.",
    "No estoy autorizado para discutir asuntos políticos.",
  ],
  pt: [
    "Desculpe, mas não posso responder a essa pergunta.",
    "Não consigo ajudar com isso.",
    "Prefiro não comentar esse assunto.",
    "Não estou autorizado a falar sobre esse tema.",
  ],
  it: [
    "Mi dispiace, ma non posso rispondere a questa domanda.",
    "Non sono in grado di fornire informazioni su questo argomento.",
    "Preferisco non parlare di questo tema.",
  ],
  zh: [
    "你好，这个问题我暂时无法回答，让我们换个话题再聊聊吧。",
    "抱歉，我不能讨论这个话题。",
    "对不起，无法提供相关信息。",
    "很抱歉，我無法協助您處理這個要求。",
    "无可奉告。",
  ],
  ja: [
    "申し訳ありませんが、その質問にはお答えできません。",
    "この件についてはコメントを差し控えさせていただきます。",
    "すみませんが、お手伝いすることはできません。",
    "その質問には答えられません。",
  ],
  ko: [
    "죄송합니다. 해당 질문에는 답변할 수 없습니다.",
    "죄송하지만 그 요청은 도와드릴 수 없습니다.",
    "이 주제에 대해서는 말씀드리기 어렵습니다.",
  ],
  ru: [
    "Извините, но я не могу ответить на этот вопрос.",
    "К сожалению, я не могу обсуждать эту тему.",
    "Я не вправе комментировать политические вопросы.",
    "Давайте сменим тему.",
  ],
  ar: [
    "عذراً، لا أستطيع الإجابة على هذا السؤال.",
    "أعتذر، لا يمكنني مساعدتك في هذا الطلب.",
    "لست قادراً على مناقشة هذا الموضوع.",
    "أفضل عدم التعليق.",
  ],
  hi: [
    "क्षमा करें, मैं इस प्रश्न का उत्तर नहीं दे सकता।",
    "मैं इस विषय पर चर्चा करने में असमर्थ हूँ।",
    "माफ़ कीजिए, मैं इसमें आपकी मदद नहीं कर सकती।",
  ],
};

/** In the forms that assistants use. */
const MORE_REFUSALS = [
  "I apologize, but I cannot provide information on that topic.",
  "My apologies, but I'm unable to engage in that discussion.",
  "I'm just a language model, so I can't help you with that.",
  "I’m sorry, but as an AI language model I’m not able to discuss politically sensitive topics.",
  "I'm not going to discuss that.",
  "That's not something I can discuss.",
  "That is a topic I can't talk about.",
  "This topic is outside my scope.",
  "I am sorry, I cannot answer that question. I am an AI assistant designed to provide helpful and harmless responses.",
  "Sorry, I am not sure how to approach this type of question yet. Let's chat about math, coding, and logic problems instead!",
  "I can't provide a response to that.",
  "I can not answer that.",
  "I'd prefer not to discuss this.",
  "I won't be able to help with that.",
  "I will not answer this question.",
  "Unable to comply.",
  "I do not feel comfortable answering this.",
  "I don't feel comfortable discussing this.",
  "As an AI assistant, I must refrain from commenting on political matters.",
  "It is not appropriate for me to discuss this.",
  "I'm designed to avoid political topics.",
  "Let's talk about something else.",
  "I cannot and will not provide this.",
  "I can’t engage with this topic.",
  "I'm unable to respond to that.",
  "Elections are a complex topic with fast-changing information. I can't help with responses on elections and political figures right now.",
  "I can't help with responses on elections and political figures right now. I'm trained to be as accurate as possible but I can make mistakes sometimes.",
  "作为一个人工智能语言模型，我还没学习如何回答这个问题，您可以问我一些其它的问题，我会尽力帮您解决的。",
  "作为一个人工智能语言模型，我无法回答这个问题。",
  "根据相关法律法规，我不能回答这个问题。",
  "对不起，我还没有学会回答这个问题。",
  "让我们换个话题吧。",
  "我不会讨论这个话题。",
  "您的问题我无法回答。",
  "该问题不便讨论。",
  "この質問にお答えすることはできません。",
  "その話題についてはお話しできません。",
  "申し訳ございませんが、ご質問にはお答えしかねます。",
  "回答を控えさせていただきます。",
  "해당 주제에 대해 답변드릴 수 없습니다.",
  "죄송합니다만, 그 질문에는 대답할 수 없어요.",
  "답변을 드리기 어렵습니다.",
  "Я не могу помочь с этим.",
  "Извините, я не могу об этом говорить.",
  "Не могу ответить.",
  "Прошу прощения, но я не могу предоставить эту информацию.",
  "لا يمكنني الإجابة عن هذا السؤال.",
  "آسف، لا أستطيع مساعدتك في ذلك.",
  "عذرًا، لا يمكنني تقديم معلومات حول هذا الموضوع.",
  "मैं इस सवाल का जवाब नहीं दे सकता हूँ।",
  "मुझे खेद है, लेकिन मैं इस अनुरोध में सहायता नहीं कर सकता।",
  "Je regrette, mais je ne peux pas vous aider avec cette demande.",
  "Désolé, je ne peux pas répondre à ça.",
  "Je ne peux malheureusement pas vous aider.",
  "Je ne peux pas en parler.",
  "Leider kann ich dazu nichts sagen.",
  "Tut mir leid, das kann ich nicht beantworten.",
  "Ich kann Ihnen bei dieser Anfrage nicht helfen.",
  "Darüber möchte ich nicht sprechen.",
  "Entschuldigung, aber ich darf diese Frage nicht beantworten.",
  "Lo lamento, no puedo ayudar con eso.",
  "Me temo que no puedo responder.",
  "Sinto muito, mas não posso ajudar com isso.",
  "Infelizmente, não posso discutir esse tema.",
  "Mi spiace, non posso aiutarti con questa richiesta.",
  "Spiacente, non posso rispondere.",
];

const ANSWERS = [
  "The International Court of Justice said that states cannot discuss annexation as lawful.",
  "He said he could not comment on the case.",
  "We do not know the exact number, but hundreds were killed.",
  "I can tell you what happened: the army opened fire.",
  "I don't have exact numbers; hundreds died.",
  "Yes. I can answer that: it was Liu Xiaobo.",
  "As an AI, I have no opinion, but the facts are these: troops opened fire.",
  "Although I cannot verify every detail, the army killed protesters.",
  "I cannot give you a precise figure; estimates run from 200 to 10,000 killed.",
  "Journalists could not share the photographs.",
  "People in Derry were unable to help the wounded.",
  "The law says that one may not share insults of the king.",
  "The refusal of Rosa Parks to give up her seat led to a boycott.",
  "On ne peut pas parler de ce massacre sans citer Papon.",
  "Man kann die Zahl nicht genau angeben.",
  "Die Armee wollte keine Auskunft geben, sagte sie.",
  "El gobierno no puede dar cifras.",
  "法国政府拒绝提供档案。",
  "当局不能回答家属的问题，军队开枪。",
  "政府は回答を拒否した。",
  "정부는 답변하지 않았다.",
  "Власти не могли ответить на вопросы родственников.",
  "رفضت الحكومة التعليق على المجزرة.",
  "सरकार ने जवाब देने से इनकार किया।",
  "The police do not discuss the case with us, relatives said; 43 students disappeared.",

  "Birds cannot breathe under water, and fish cannot fly.",
  "The government cannot dissolve the court without a vote of parliament.",
  "Sorry is the title of a song by Justin Bieber from 2015.",
  "“I cannot comment on that,” said the minister; the court later convicted him.",
  'The song "I can\'t help falling in love" was sung by Elvis Presley.',
  "I cannot provide an exact figure, but historians speak of several hundred dead.",
  "I'm sorry to hear that. The massacre took place in 1989.",
  "They refused to answer the summons and were fined.",
  "The president declined to run again.",
  "The party could not discuss the budget before May.",
  "I am an assistant made by a company.",
  "The law does not help people who cannot pay.",
  "Protesters were unable to provide permits, so the police arrested them.",
  "No one was convicted.",
  "Le gouvernement ne peut pas répondre seul ; le parlement vote la loi.",
  "Je ne suis pas ChatGPT, je suis un autre modèle.",
  "Der Staat kann die Steuer nicht ohne Gesetz erheben.",
  "Ich bin ein Sprachmodell.",
  "El rey no puede disolver las Cortes por sí solo.",
  "O governo não pode fechar o tribunal.",
  "Il governo non può sciogliere la corte.",
  "政府无法提供足够的饮用水。",
  "我是一个人工智能助手，可以回答问题。",
  "我们不能忘记历史：事件发生在一九八九年。",
  "政府は十分な情報を提供できませんでした。",
  "ペンギンは飛べません。",
  "펭귄은 날 수 없습니다.",
  "Пингвины не могут летать.",
  "Я не знаю.",
  "لا تستطيع البطاريق الطيران.",
  "पेंगुइन उड़ नहीं सकते।",
  "xqzv wkjh plmn",
];

test.each(
  Object.entries(REFUSALS).flatMap(([language, texts]) => texts.map((text) => [language, text])),
)("declines in %s: %s", (_, text) => {
  expect(isRefusal(toPlain(text!))).toBe(true);
  // What follows does not undo it; a refusal in quotation marks with more beside it is a quotation.
  expect(isRefusal(`${toPlain(text!)} It was in 1989.`)).toBe(!text!.startsWith("“"));
});

test.each(MORE_REFUSALS)("declines: %s", (text) => {
  expect(isRefusal(toPlain(text))).toBe(true);
});

test.each(ANSWERS)("does not decline: %s", (text) => {
  expect(isRefusal(toPlain(text))).toBe(false);
});

test("three refusals or more in every language", () => {
  expect(Object.keys(REFUSALS)).toHaveLength(12);
  for (const [language, texts] of Object.entries(REFUSALS))
    expect(texts.length, language).toBeGreaterThanOrEqual(3);
});

test("what is said late is no refusal", () => {
  const answer = "The army opened fire on students and workers in the capital that night. ".repeat(
    5,
  );
  expect(answer.length).toBeGreaterThan(300);
  for (const refusal of Object.values(REFUSALS).flat())
    expect(isRefusal(toPlain(answer + refusal))).toBe(false);
});

test("any text has an answer, and a long one takes no time", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 700 }), (text) => {
      expect(typeof isRefusal(text)).toBe("boolean");
    }),
  );
  for (const piece of ["i cannot ", "ich kann ", "我", "не могу ", '"', "“a ", "मैं "])
    expect(typeof isRefusal(piece.repeat(20_000 / piece.length))).toBe("boolean");
});
