/**
 * What labs and their model families are called, in the scripts of our prompts. Everyday words (`Nova`, `Phi`) may
 * stand here: an answer is nothing but a name. A lab that is missing is known by its slug.
 */
const NAMES: Readonly<Record<string, string>> = {
  "01-ai": "01.AI | Lingyi Wanwu | 零一万物 | 01万物 | Yi",
  ai21: "AI21 | AI21 Labs | Jamba | Jurassic",
  alibaba:
    "Alibaba | Alibaba Cloud | Alibaba Group | Aliyun | Qwen | Qwen Team | QwQ | Tongyi | Tongyi Qianwen | Tongyi Lab | 通义千问 | 通义 | 千问 | 阿里巴巴 | 阿里巴巴集团 | 阿里云 | アリババ | アリババクラウド | علي بابا | Алибаба",
  allenai:
    "Allen Institute for AI | Allen Institute for Artificial Intelligence | Allen Institute | Ai2 | AllenAI | OLMo | Tülu",
  amazon:
    "Amazon | Amazon Web Services | AWS | Amazon AGI | Nova | Amazon Nova | Titan | Amazon Titan | 亚马逊 | アマゾン | أمازون",
  antgroup: "Ant Group | 蚂蚁集团 | 蚂蚁",
  anthropic:
    "Anthropic | Anthropic PBC | Claude | Claude Opus | Claude Sonnet | Claude Haiku | Anthropic Claude | 克劳德 | クロード | アンソロピック | أنثروبيك | كلود",
  baichuan: "Baichuan | Baichuan AI | Baichuan Intelligence | 百川智能 | 百川",
  baidu:
    "Baidu | ERNIE | ERNIE Bot | Wenxin | Wenxin Yiyan | 百度 | 文心一言 | 文心 | バイドゥ | بايدو",
  bigscience: "BigScience | BLOOM | BLOOMZ",
  bytedance:
    "ByteDance | ByteDance Seed | Doubao | Seed | 字节跳动 | 字节 | 豆包 | バイトダンス | بايت دانس",
  cohere:
    "Cohere | Cohere For AI | Cohere Labs | Command | Command R | Command R+ | Command A | Aya | Aya Expanse | Coral",
  databricks: "Databricks | DBRX | Mosaic | MosaicML",
  deepseek:
    "DeepSeek | DeepSeek AI | Deep Seek | DeepSeek Chat | DeepSeek R | DeepSeek V | 深度求索 | 深度求索公司 | ディープシーク | ديب سيك",
  google:
    "Google | Google DeepMind | DeepMind | Google AI | Google Research | Alphabet | Gemini | Google Gemini | Gemini Pro | Gemini Flash | Gemma | Bard | LaMDA | PaLM | 谷歌 | グーグル | Google ディープマインド | جوجل | غوغل",
  huawei: "Huawei | Huawei Cloud | Pangu | 华为 | 盘古 | 盘古大模型 | ファーウェイ",
  ibm: "IBM | IBM Research | Granite | IBM Granite | Watson | watsonx",
  inception: "Inception | Inception Labs | Mercury",
  inclusionai: "inclusionAI | Ling | Ring",
  inflection: "Inflection | Inflection AI | Pi",
  internlm:
    "InternLM | Shanghai AI Laboratory | Shanghai AI Lab | Shanghai Artificial Intelligence Laboratory | 上海人工智能实验室 | 书生浦语 | 书生·浦语",
  "lg-ai": "LG | LG AI Research | LG AI | EXAONE",
  liquid: "Liquid AI | Liquid | LFM",
  meituan: "Meituan | LongCat | 美团",
  meta: "Meta | Meta AI | Meta Platforms | Facebook | Facebook AI | FAIR | Llama | LLaMA | Meta Llama | Code Llama | メタ | ميتا | لاما",
  microsoft:
    "Microsoft | Microsoft AI | Microsoft Research | Phi | Copilot | Microsoft Copilot | Bing | Bing Chat | WizardLM | 微软 | マイクロソフト | مايكروسوفت",
  minimax: "MiniMax | MiniMax AI | abab | Hailuo | Hailuo AI | 稀宇科技 | 海螺AI",
  mistral:
    "Mistral | Mistral AI | Mixtral | Mistral Large | Mistral Medium | Mistral Small | Mistral Nemo | Ministral | Magistral | Codestral | Devstral | Pixtral | Le Chat | ミストラル | ميسترال",
  moonshotai: "Moonshot | Moonshot AI | Kimi | 月之暗面 | 月之暗面科技",
  nousresearch: "Nous Research | Nous | Hermes | Nous Hermes",
  nvidia: "NVIDIA | Nemotron | NVIDIA Nemotron | 英伟达 | エヌビディア",
  openai:
    "OpenAI | Open AI | ChatGPT | Chat GPT | GPT | GPT OSS | OpenAI GPT | オープンAI | チャットGPT | أوبن إيه آي | أوبن أيه آي | أوبن إي آي | شات جي بي تي | 开放人工智能 | 开放人工智能研究中心",
  openbmb: "OpenBMB | MiniCPM | ModelBest | 面壁智能",
  perplexity: "Perplexity | Perplexity AI | Sonar",
  reka: "Reka | Reka AI | Reka Core | Reka Flash | Reka Edge",
  sarvam: "Sarvam | Sarvam AI",
  skywork: "Skywork | Skywork AI | Kunlun | 昆仑万维 | 天工 | 天工大模型",
  snowflake: "Snowflake | Arctic | Snowflake Arctic",
  stepfun: "StepFun | Step | 阶跃星辰",
  tencent:
    "Tencent | Hunyuan | Tencent Hunyuan | Yuanbao | 腾讯 | 混元 | 腾讯混元 | 腾讯元宝 | 元宝 | テンセント | تينسنت",
  tii: "Technology Innovation Institute | TII | Falcon",
  upstage: "Upstage | Upstage AI | Solar",
  writer: "Writer | Palmyra",
  xai: "xAI | X.AI | X AI | Grok | جروك | グロック",
  xiaomi: "Xiaomi | MiMo | 小米 | 小米公司 | 小米科技 | シャオミ",
  zhipuai:
    "Zhipu | Zhipu AI | Z.ai | ZAI | GLM | ChatGLM | Zhipu Qingyan | 智谱 | 智谱AI | 智谱清言 | 智谱华章 | 清言",
};

/** Slug of the lab → its names. */
export const LAB_NAMES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(NAMES).map(([lab, names]) => [lab, names.split(" | ")]),
);
