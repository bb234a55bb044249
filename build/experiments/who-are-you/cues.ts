/**
 * The words around a name that say what it is to the speaker, in the languages of the prompts. Apostrophes are
 * straight; Arabic has bare alifs and no vowel signs.
 */

const join = (...sources: readonly string[]): string => sources.join("|");
const MADE =
  "(?:made|trained|developed|created|built|designed|produced|engineered|released|maintained|owned|operated|programmed|founded|published|provided|fine-tuned|powered)";
const FAIT =
  "(?:créé|développé|entraîné|conçu|fabriqué|construit|élaboré|produit|programmé|mis au point)e?s?";
const HECHO =
  "(?:cread|desarrollad|entrenad|hech|diseñad|fabricad|construid|producid|programad|lanzad)[oa]s?";
const GEMACHT =
  "(?:entwickelt|trainiert|erstellt|gemacht|geschaffen|gebaut|erschaffen|hergestellt|programmiert|entworfen|konzipiert)";
const ZH_MADE =
  "(?:开发|開發|训练|訓練|研发|研發|研制|创造|創造|创建|創建|打造|推出|制造|製造|制作|設計|设计|发布|提供|构建)";
const JA_MADE =
  "(?:開発|作成|作られ|作った|訓練|トレーニング|学習|制作|製作|設計|提供|構築|公開|製の)";
const AR_MADE =
  "(?:طورتني|طورته|طورتها|طورني|انشاتني|انشاته|دربتني|دربتها|صممتني|صممتها|صنعتني|صنعته|تم (?:تطويري|تدريبي|انشائي|تصميمي|صنعي|برمجتي|تطويره|تطويرها|تدريبه|انشاؤه)(?: بواسطة| من قبل| من)|طور(?:ت)? (?:بواسطة|من قبل)|من (?:تطوير|انتاج|تصميم|صنع|ابتكار|انشاء)|مطور من(?: قبل)?)";

/** What follows is not said of the speaker: negation, doubt, comparison. Each ends at a `RESET` or with its list. */
export const DENIAL = new RegExp(
  join(
    `\\b(?:am|'m|was|is|are|were|be|been|being)(?: \\w+)? not\\b(?! (?:just |only )?(?:an? |the )?(?:human|person|real|just|only|sure (?:of|about) (?:my|the)))(?: ${MADE})?(?: by)?`,
    "\\b(?:isn't|wasn't|weren't|aren't|ain't)\\b",
    `\\bnot(?: \\w+ly)? (?:been )?(?:${MADE}|by|from|affiliated|associated|related|connected|the same as|based)\\b`,
    "(?:,|\\(|;|\\band|\\bor) ?not\\b(?! (?:an? |the )?(?:human|person|real))|\\bnot (?=(?:chat|open|deep|claude|gemini|gpt|google|meta|llama|anthropic|qwen|grok|mistral))",
    "(?:n't|\\bnot) (?:think|believe|know|claim|say|confirm|tell)(?: you)?(?: (?:that|if|whether))?(?: i(?: am|'m| was))?\\b",
    "(?:n't|\\bnot) (?:represent|belong|work|come|have (?:any )?(?:connection|affiliation|relation|link|ties|anything))\\b",
    "\\bnever\\b|\\bneither\\b|\\bnor\\b|\\bunlike\\b|\\b(?:rather|other) than\\b|\\binstead of\\b|\\bas opposed to\\b|\\bno (?:relation|connection|affiliation|ties)\\b|\\bunrelated to\\b",
    "\\b(?:different|distinct|separate|differs?) (?:from|to)\\b|\\bcompared (?:to|with)\\b|\\b(?:similar|comparable|equivalent|unaffiliated) (?:to|with)\\b|\\bcontrary to\\b|\\bnothing to do with\\b",
    "\\bsuch as\\b|\\blike\\b|\\bwhether\\b|\\bnot sure if\\b|\\b(?:wrong|incorrect|false) to (?:say|think|assume)(?: that)?(?: i(?: am|'m| was))?\\b|\\b(?:some|people|others|many)(?: \\w+)? (?:say|think|believe|assume|call)(?: that)?(?: i(?: am|'m| was))?\\b|\\b(?:might|could|may) (?:be|have been)\\b|\\b(?:confused|mistaken) (?:with|for)\\b|\\b(?:alternative|competitor|rival)s? (?:to|of)\\b",
    // French
    "\\b(?:ne|n') ?(?:suis|sommes|est|étais|ai|a|viens|proviens|travaille)(?: été)?(?: donc| absolument)? (?:pas|aucun|nullement|jamais)|\\b(?:je )?suis pas\\b|, pas\\b|\\bet pas\\b|\\bnon pas\\b|\\bpas (?:par|celui|celle|un produit)\\b|\\bni\\b",
    "\\bcontrairement (?:à|aux)|\\bà la différence d|\\bdifférent(?:e)? d|(?<!connue? )(?<!connu )(?<!nom )\\bcomme\\b|\\btel(?:le)?s? que\\b|\\bplutôt que\\b|\\bet non\\b|\\bsans (?:lien|rapport) avec|\\brien à voir avec|\\bsimilaire (?:à|aux)|\\b(?:sais|savoir) pas si\\b",
    // Spanish
    "\\bno (?:soy|fui|he sido|estoy|me|ha sido|es|por|pertenezco|tengo (?:relación|nada))\\b|\\bni\\b|\\ba diferencia de\\b|\\b(?:diferente|distint[oa]) (?:de|a)\\b|(?<!conocid[oa] )\\bcomo\\b|\\ben (?:lugar|vez) de\\b|(?:,|\\by) no\\b|\\bsimilar a\\b|\\bnada que ver con\\b|\\bno sé si\\b",
    // German
    `\\b(?:bin|wurde|war|ist|stamme|komme|gehöre)(?: ich)?(?: \\w+)? nicht\\b|\\bnicht (?:von|der|das|die|etwa)\\b|(?:,|\\bund) nicht\\b|\\bnicht (?=(?:chat|open|claude|gemini|gpt|google|meta))|\\bkein(?:e|er)? (?:produkt|modell|version)\\b`,
    "\\bim (?:gegensatz|unterschied) zu\\b|\\banders als\\b|\\bwie(?: zum beispiel| etwa)?\\b|\\bweder\\b|\\bnoch\\b|\\bstatt\\b|\\banstelle von\\b|\\bähnlich (?:wie|zu)\\b|\\bunterscheidet sich von\\b|\\bob ich\\b",
    // Chinese
    "而不是|不是|并非|並非|而非|不属于|不屬於|不叫|非由|没有被|不同于|不同於|不像|类似|類似|有别于|区别于|是否|不确定|例如|比如|诸如|(?<![图头])像",
    // Arabic
    "(?<!\\p{L})و?(?:لست|ليس|ليست|لم|لا علاقة|لا انتمي|بخلاف|خلافا|غير|ولا|مثل|بدلا من|على عكس|لا اعرف|لا اعلم)(?!\\p{L})",
  ),
  "giu",
);

/** From here on it is said of the speaker again. */
export const RESET = new RegExp(
  join(
    "\\bbut\\b|\\brather\\b(?! than)|\\binstead\\b(?! of)|\\bi(?:'m| am| was)\\b(?! not\\b)|\\bmy name is\\b|\\bactually\\b|\\bi go by\\b|\\bcall me\\b|\\bhowever\\b",
    `, (?:and )?(?:i was |was )?(?:an? (?:ai|large|language)[^,]{0,30} )?${MADE}(?: and ${MADE})? by\\b`,
    "\\bmais\\b|\\bplutôt\\b(?! que)|\\bje suis\\b(?! pas)|\\bj'ai été\\b|\\bje m'appelle\\b",
    `\\bsino\\b|\\bpero\\b|(?<!\\b(?:no|ni) )\\b(?:soy|fui)\\b|\\bme llamo\\b|\\bmi nombre es\\b`,
    "\\bsondern\\b|\\baber\\b|\\bich (?:bin|wurde)\\b(?! nicht)|\\bich heiße\\b|\\bmein name ist\\b|\\bvielmehr\\b",
    "(?<!而不|不)而是|但是?|我是(?!不是|否)|我叫|我由|其实|实际上|私は|実際には",
    "(?<!\\p{L})(?:بل|لكن|ولكن|انا(?! (?:لست|لا))|اسمي)(?!\\p{L})",
  ),
  "giu",
);

/** After the name, up to the next name: what went before is denied. */
export const DENIED_AFTER = new RegExp(
  join(
    "^[^,.;]{0,24}\\b(?:did not|didn't|has nothing|have nothing|is not my|isn't my|is not the (?:company|maker|one))",
    "^ (?:bin ich nicht|wurde ich nicht|hat mich nicht|nicht entwickelt|nicht trainiert)",
    "^ (?:ne m'a pas|n'a pas|no me (?:creó|hizo|desarrolló|entrenó)|no tiene nada)",
    "^[^。,]{0,8}(?:无关|没有(?:任何)?(?:关系|关联|联系)|不是我的)",
    "^[^。,、]{0,20}(?:ではありません|ではなく|ではない|でなく|じゃな|とは異な|とは違|とは(?:無)?関係|によって[^。,、]{0,8}ていません|のような|などの)",
    "^(?:이|가)? ?(?:아니|아닙니다|아닌)|^ (?:नहीं|не )",
    "^ (?:لم|ليست|ليس|لا)(?!\\p{L})",
  ),
  "iu",
);

/** Nothing but this between two names: what is denied of the one is denied of the other. */
export const LIST_JOINT =
  /^(?:'s|s|[\s,、/()&・]|\band\b|\bor\b|\bnor\b|\bby\b|\bfrom\b|\bet\b|\bou\b|\bni\b|\bde\b|\bdu\b|\by\b|\bo\b|\bund\b|\boder\b|\bnoch\b|\bvon\b|和|或者?|与|及|以及|还是|的|や|と|の|または|か|او|من|و|ولا)*$/iu;

/** Ends just before the name: who made the speaker. What stands between has no comma and no other name. */
export const MAKER_BEFORE = new RegExp(
  `(?:${join(
    `\\b${MADE}(?:,? (?:and )?(?:\\w+ )?${MADE})* (?:[a-z]+ly )?(?:by|at)\\b`,
    "\\b(?:model|assistant|ai|chatbot|product|creation|llm|system|bot) (?:from|by|of)\\b",
    "\\b(?:maker|creator|developer|company|provider|manufacturer|organi[sz]ation|lab)\\b[^,.;:]{0,40}(?: is| was|:)",
    "\\b(?:comes?|came|coming) from\\b|\\bwork for\\b|\\bproperty of\\b",
    `${FAIT}(?: et ${FAIT})? (?:par|chez)\\b|\\b(?:modèle|assistant|ia|produit)(?: de langage)?(?: d'ia)? (?:de|par|du) (?!langage)|\\b(?:entreprise|société|créateur|développeur|concepteur|compagnie)\\b[^,.;:]{0,40}(?: est| ?:| s'appelle)|\\bm'a (?:${FAIT})`,
    `${HECHO}(?: y ${HECHO})? por\\b|\\b(?:modelo|asistente|ia|producto)(?: de lenguaje)? (?:de|por) (?!lenguaje)|\\b(?:empresa|compañía|creador|desarrollador)\\b[^,.;:]{0,40}(?: es| fue| ?:|llamada)|\\bme (?:creó|desarrolló|entrenó|hizo|diseñó)\\b`,
    `\\b${GEMACHT}(?: und ${GEMACHT})?(?: wurde| worden)? (?:von|durch|bei)\\b|\\b(?:wurde|stamme) (?:von|vom|durch)\\b|\\b(?:modell|sprachmodell|ki|assistent|produkt) (?:von|des|der)\\b|\\b(?:unternehmen|firma|hersteller|entwickler|anbieter)\\b[^,.;:]{0,40}(?: ist| heißt|:)`,
    "(?:公司|开发者|開發者|开发商|厂商|制造商|机构|团队)(?:是|叫|为|名为|:)|来自|來自|出自|属于(?!人)|由(?!于)",
    "(?:開発元|開発者|会社|企業|開発会社|メーカー)[^。,、]{0,12}(?:は|が|:)",
    AR_MADE,
    "(?:الشركة|المطور|شركتي|الجهة)[^.،,]{0,30}(?:هي|هو|:)",
  )})(?:[^,.;:()،。、]{0,32}?)$`,
  "iu",
);

/** Begins just after the name: who made the speaker. */
export const MAKER_AFTER = new RegExp(
  join(
    "^(?:,? (?:is )?(?:the company )?(?:that|which|who))? (?:made|created|trained|developed|built|designed) (?:and \\w+ )?me\\b|^ (?:is|was) (?:my|the) (?:maker|creator|developer|company|lab)",
    "^'s (?:own )?(?:latest )?(?:ai|large|language|chat|assistant|model)",
    "^,? (?:qui )?m'a (?:créé|développé|entraîné|conçu|fabriqué)",
    "^,? (?:que |quien )?me (?:creó|desarrolló|entrenó|hizo|diseñó)\\b",
    `^ (?:\\([^)]{0,30}\\) )?(?:${GEMACHT}|hat mich|wurde ich ${GEMACHT})`,
    `^ ?(?:\\([^)]{0,30}\\) ?)?(?:公司|集团|团队|旗下)?[^。,;:!?\\s、]{0,12}(?:自主|独立)?[^。,;:!?\\s、]{0,4}${ZH_MADE}|^ ?(?:公司)?(?:旗下)?的(?:大|语言|人工智能|AI|模型|产品|大语言)`,
    `^ ?(?:社|株式会社)?(?:\\([^)]{0,30}\\))?(?:が|によって|により|に|の)?[^。,、]{0,10}${JA_MADE}|^ ?(?:社)?の(?:AI|モデル|言語|大規模)|^ ?社?製`,
    "^ (?:بتطوير|بتدريب|بانشائ|طورت|هي (?:الشركة|من))",
    "^(?:이|가|에서|에 의해)[^.,]{0,12}(?:개발|만든|만들|훈련|제작)|^ (?:द्वारा|ने)[^।]{0,30}(?:बनाया|विकसित|प्रशिक्षित|निर्मित)",
  ),
  "iu",
);

/** Ends just before the name: who the speaker is. */
export const IDENTITY_BEFORE = new RegExp(
  `(?:${join(
    "\\bi(?:'m| am| was)|\\bmy name is|\\bcall me|\\bi go by|\\b(?:named|called|known as)|\\bbased on|\\b(?:instance|version|variant) of|\\b(?:model|name|assistant)(?: is|:)",
    "\\bje suis|\\bje m'appelle|\\bmon nom est|\\b(?:appelée?|nommée?|connue? sous le nom de)|\\bbasée? sur|\\b(?:modèle|nom)(?: est| ?:)",
    "\\bsoy|\\bme llamo|\\bmi nombre es|\\b(?:llamad[oa]|conocid[oa] como)|\\bbasad[oa] en|\\b(?:modelo|nombre)(?: es| ?:)",
    "\\bich bin|\\bich heiße|\\bmein name ist|\\bnamens|\\b(?:basiere|basiert) auf|\\b(?:modell|name)(?: ist| heißt|:)",
    "我是|我叫|我的名字(?:是|叫)|名叫|名为|叫做|叫|名字是|基于|模型(?:是|:|名称:)|作为",
    "(?:私は|僕は|名前は|モデルは|モデル:|私の名前は|という)",
    "(?<!\\p{L})(?:انا|اسمي|يسمى|يدعى|نموذج|اسمه|النموذج:|الاسم:)",
    "저는|제 이름은|меня зовут|(?<!\\p{L})я|मैं",
  )})(?:[^,.;:،。、]{0,20}?)$`,
  "iu",
);

/** Begins just after the name: who the speaker is. */
export const IDENTITY_AFTER =
  /^[^。,、\s]{0,6}(?:です|と申します|といいます|と呼ばれ|という名前)|^ (?:hier|à votre service|here)\b|^(?:입니다|이라고|라고)/iu;
