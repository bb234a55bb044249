/** What labs and their model families are called, in several scripts. */

/**
 * Regular expressions, each a whole word; a family's may be followed by a version. Arabic is written without vowel
 * signs and with a bare alif, as the text is that they are looked for in.
 */
export interface LabNames {
  /** In any letter case. */
  any?: readonly string[];
  /** As written: the word has another meaning in small letters. */
  exact?: readonly string[];
  /** As written, and only where the text says that it is the model or its maker: everyday words. */
  asserted?: readonly string[];
}

/** Slug of the lab → its names. A lab that is not here is known by its slug (`slugNames`). */
export const NAMES: Readonly<Record<string, LabNames>> = {
  "01-ai": {
    any: [
      "01\\.ai",
      "01万物",
      "零一万物",
      "lingyi wanwu",
      "yi-\\d+b",
      "yi-(?:large|lightning|34b|6b|9b)",
    ],
    asserted: ["Yi"],
  },
  ai21: { any: ["ai21(?: labs)?", "jamba", "jurassic-[12]"] },
  alibaba: {
    any: [
      "alibaba(?: cloud| group)?",
      "aliyun",
      "qwen",
      "qwq",
      "tongyi(?: qianwen)?",
      "通义(?:千问)?",
      "通義(?:千問)?",
      "千问",
      "阿里巴巴",
      "阿里云",
      "阿里雲",
      "アリババ(?:クラウド)?",
      "알리바바",
      "큐원",
      "علي ?بابا",
      "алибаба",
      "अलीबाबा",
    ],
  },
  allenai: {
    any: ["allen institute(?: for ai| for artificial intelligence)?", "allenai", "olmo"],
    exact: ["AI2", "Ai2", "Tülu"],
  },
  amazon: {
    any: ["amazon nova", "amazon titan", "亚马逊", "アマゾン", "아마존", "امازون"],
    exact: [
      "Amazon(?! (?:[Rr]iver|[Rr]ainforest|[Bb]asin|Bedrock|Web Services))(?!-)",
      "Nova (?:Pro|Lite|Micro|Premier|Sonic)",
    ],
    asserted: ["AWS", "Nova", "Titan", "amazon"],
  },
  antgroup: { any: ["ant group", "蚂蚁集团", "螞蟻集團"], asserted: ["蚂蚁"] },
  anthropic: {
    any: [
      "anthropic(?! principle)",
      "claude(?! (?:monet|debussy|shannon))",
      "克劳德",
      "クロード",
      "アンソロピック",
      "앤트로픽",
      "앤스로픽",
      "클로드",
      "انثروبيك",
      "كلود",
      "антропик",
      "एंथ्रोपिक",
      "क्लॉड",
    ],
  },
  baichuan: { any: ["baichuan", "百川(?:智能|大模型)?"] },
  baidu: {
    any: [
      "baidu",
      "wenxin(?: yiyan)?",
      "文心(?:一言|大模型)?",
      "百度(?!一下)",
      "バイドゥ",
      "바이두",
      "بايدو",
    ],
    exact: ["ERNIE", "Ernie(?: Bot| \\d)"],
    asserted: ["Ernie"],
  },
  bigscience: { any: ["bigscience"], exact: ["BLOOMZ?"] },
  bytedance: {
    any: [
      "bytedance",
      "doubao",
      "豆包",
      "字节跳动",
      "字節跳動",
      "火山引擎",
      "云雀(?:模型|大模型)",
      "バイトダンス",
      "바이트댄스",
    ],
    asserted: ["Seed", "字节"],
  },
  cohere: {
    any: ["command[- ]r(?:\\+|[- ]plus)?", "cohere for ai", "cohere labs"],
    exact: ["Cohere(?: AI)?", "Aya (?:Expanse|Vision|23)", "Command A"],
    asserted: ["cohere", "Command", "Coral", "Aya"],
  },
  databricks: { any: ["databricks", "dbrx"] },
  deepseek: { any: ["deep ?seek", "深度求索", "ディープシーク", "딥시크", "ديب ?سيك", "дипсик"] },
  google: {
    any: [
      "deepmind",
      "google (?:ai|deepmind|gemini|gemma|bard|llc)",
      "gemini[- ](?:pro|ultra|nano|flash|\\d)",
      "gemma[- ]?\\d",
      "palm[- ]2",
      "谷歌",
      "グーグル",
      "구글",
      "제미나이",
      "جوجل",
      "غوغل",
      "जैमिनी",
      "गूगल",
      "гугл",
    ],
    exact: [
      "Google(?!,? (?:Search|Scholar|Maps|Docs|Drive|Play|Cloud|Chrome|Translate|it|that|this|for)\\b)",
      "Gemini",
      "Gemma",
      "Bard",
      "LaMDA",
      "PaLM",
    ],
    asserted: ["google", "gemini", "gemma", "bard"],
  },
  huawei: {
    any: ["huawei", "华为", "盘古大模型", "ファーウェイ", "화웨이"],
    asserted: ["Pangu", "盘古"],
  },
  ibm: { any: ["ibm", "watsonx"], asserted: ["Granite", "Watson"] },
  inception: { any: ["inception labs"], asserted: ["Inception", "Mercury"] },
  inclusionai: { any: ["inclusion ?ai"], asserted: ["Ling", "Ring"] },
  inflection: { any: ["inflection ai"], asserted: ["Inflection", "Pi"] },
  internlm: {
    any: [
      "internlm",
      "shanghai (?:ai|artificial intelligence) lab(?:oratory)?",
      "上海人工智能实验室",
      "书生[·・]?浦语",
    ],
  },
  "lg-ai": { any: ["exaone", "lg ai(?: research)?", "lg전자", "엑사원"] },
  liquid: { any: ["liquid ai", "lfm-?\\d"] },
  meituan: { any: ["meituan", "longcat", "美团"] },
  meta: {
    any: [
      "meta ai",
      "meta platforms",
      "llama[- ]?\\d",
      "meta[- ]llama",
      "code ?llama",
      "facebook ai",
      "メタ社",
      "脸书",
    ],
    exact: ["Meta(?!-(?!Llama))(?!:)", "Llama", "LLaMA", "LLAMA", "Facebook"],
    asserted: ["meta", "llama", "메타", "라마", "メタ", "ميتا", "لاما", "Мета", "मेटा"],
  },
  microsoft: {
    any: [
      "microsoft(?! (?:azure|word|excel|office|windows|teams))",
      "phi-\\d",
      "phi\\d",
      "bing chat",
      "微软",
      "微軟",
      "マイクロソフト",
      "마이크로소프트",
      "مايكروسوفت",
    ],
    asserted: ["Phi", "Copilot", "Bing", "WizardLM"],
  },
  minimax: {
    any: ["minimax-(?:m\\d|text|01)", "稀宇(?:科技)?", "海螺ai"],
    exact: ["MiniMax", "MINIMAX"],
    asserted: ["minimax", "Minimax", "abab"],
  },
  mistral: {
    any: [
      "mixtral",
      "mistral (?:ai|large|small|medium|nemo|7b)",
      "codestral",
      "ministral",
      "magistral",
      "devstral",
      "pixtral",
      "le chat",
      "ميسترال",
    ],
    exact: ["Mistral"],
    asserted: ["mistral", "ミストラル", "미스트랄"],
  },
  moonshotai: {
    any: ["moonshot ?ai", "kimi[- ](?:k\\d|ai)", "月之暗面"],
    exact: ["Kimi", "KIMI", "Moonshot"],
    asserted: ["kimi", "キミ"],
  },
  nousresearch: { any: ["nous ?research", "nous[- ]hermes", "hermes-?\\d"], asserted: ["Hermes"] },
  nvidia: { any: ["nvidia", "nemotron", "英伟达", "輝達", "엔비디아", "エヌビディア"] },
  openai: {
    any: [
      "open ?ai",
      "chat ?gpt",
      "gpt-?[345](?:\\.\\d)?[a-z]{0,2}",
      "gpt-oss",
      "开放人工智能研究中心",
      "オープンai",
      "チャットgpt",
      "오픈 ?ai",
      "오픈에이아이",
      "챗gpt",
      "챗지피티",
      "اوبن ?اي ?اي",
      "شات ?جي ?بي ?تي",
      "ओपनएआई",
    ],
    exact: ["GPT", "o[134]-mini"],
  },
  openbmb: { any: ["openbmb", "minicpm", "面壁智能"] },
  perplexity: { any: ["perplexity ai"], exact: ["Perplexity"], asserted: ["Sonar"] },
  reka: { any: ["reka (?:ai|core|flash|edge)"], asserted: ["Reka"] },
  sarvam: { any: ["sarvam"] },
  skywork: { any: ["skywork", "昆仑万维", "天工大模型"] },
  snowflake: { any: ["snowflake arctic"], exact: ["Snowflake"], asserted: ["Arctic"] },
  stepfun: { any: ["stepfun", "阶跃星辰"] },
  tencent: {
    any: [
      "tencent",
      "hunyuan",
      "腾讯(?:元宝|混元)?",
      "騰訊",
      "混元(?:大模型)?",
      "テンセント",
      "텐센트",
    ],
    asserted: ["元宝"],
  },
  tii: {
    any: ["technology innovation institute", "falcon[- ]?(?:\\d|h1|mamba)"],
    exact: ["TII"],
    asserted: ["Falcon"],
  },
  upstage: { any: ["upstage", "업스테이지", "solar[- ](?:pro|mini|10\\.7b)"], asserted: ["Solar"] },
  writer: { any: ["palmyra"], asserted: ["Writer"] },
  xai: {
    any: ["x\\.ai", "xai", "grok-\\d"],
    exact: ["Grok"],
    asserted: ["grok", "جروك", "グロック"],
  },
  xiaomi: {
    any: ["xiaomi", "mimo-v?\\d", "小米(?:公司|科技|集团|大模型)"],
    exact: ["MiMo"],
    asserted: ["小米", "シャオミ", "샤오미"],
  },
  zhipuai: {
    any: [
      "zhipu(?: ?ai)?",
      "z\\.ai",
      "chatglm",
      "glm-?\\d(?:\\.\\d)?",
      "智谱(?:清言|华章)?",
      "智譜",
      "清言",
    ],
    exact: ["GLM"],
  },
};

/** A slug's words that only say what kind of company it is. */
const KIND_WORDS = new Set(["ai", "lab", "labs", "org", "company", "research", "technologies"]);
const MIN_LETTERS = 4;

/** For a lab without an entry: its slug's words in a row, begun with a capital and asserted; nothing for a short slug. */
export function slugNames(slug: string): LabNames {
  const words = slug.split("-").filter((word) => !KIND_WORDS.has(word));
  const isWord = words.some((word) => word.length >= MIN_LETTERS);
  if (!isWord || !words.every((word) => /^[a-z\d]+$/.test(word))) return {};
  const [first, ...rest] = words.map((word) => [...word].map(toEitherCase).join(""));
  const initial = words[0]![0]!.toUpperCase() + first!.slice(first!.indexOf("]") + 1);
  const start = /^\d/.test(words[0]!) ? first! : initial;
  return { asserted: [[start, ...rest].join("[-. ]?")] };
}

const toEitherCase = (letter: string): string =>
  /[a-z]/.test(letter) ? `[${letter}${letter.toUpperCase()}]` : letter;
