/**
 * The passage that is counted: English, written for this test, and its translations, sentence by sentence.
 * Frozen: whoever changes a character raises PASSAGE_VERSION and measures again, since results of two versions are
 * never compared. `passage.test.ts` holds the hash of each version.
 */
export const PASSAGE_VERSION = "1";

export interface Passage {
  /** ISO 639-1. */
  language: string;
  /** Name of the language in English. */
  name: string;
  /** Made from the English text, by this project. */
  isTranslation: boolean;
  /** Written between two sentences: nothing in Chinese and Japanese. */
  joint: string;
  sentences: readonly string[];
}

const original = (language: string, name: string, sentences: readonly string[]): Passage => ({
  ...{ language, name, isTranslation: false, joint: " ", sentences },
});
const translation = (
  language: string,
  name: string,
  sentences: readonly string[],
  joint = " ",
): Passage => ({ language, name, isTranslation: true, joint, sentences });

export const PASSAGES: readonly Passage[] = [
  original("en", "English", [
    "Every morning the baker opens her shop before the sun comes up.",
    "She mixes flour, water, salt and a little yeast, and leaves the dough to rest under a cloth.",
    "While it rises, she sweeps the floor and lights the oven.",
    "At seven o'clock the whole street smells of fresh bread.",
    "Children stop at the window on their way to school, and neighbours come in to talk about the weather.",
    "On a good day she sells two hundred loaves and keeps three for her family.",
    "What is left in the evening goes to the people who cannot pay.",
    "Then she locks the door, counts the coins and walks home along the river.",
  ]),
  translation("ar", "Arabic", [
    "تفتح الخبازة دكانها كل صباح قبل أن تشرق الشمس.",
    "تخلط الدقيق والماء والملح وقليلًا من الخميرة، ثم تترك العجين يرتاح تحت قطعة قماش.",
    "وبينما يختمر العجين، تكنس الأرض وتشعل الفرن.",
    "في الساعة السابعة تفوح رائحة الخبز الطازج في الشارع كله.",
    "يتوقف الأطفال عند النافذة في طريقهم إلى المدرسة، ويدخل الجيران ليتحدثوا عن الطقس.",
    "في اليوم الجيد تبيع مئتي رغيف وتحتفظ بثلاثة لعائلتها.",
    "وما يبقى في المساء يذهب إلى الناس الذين لا يستطيعون الدفع.",
    "ثم تقفل الباب وتعد النقود المعدنية وتمشي إلى بيتها على طول النهر.",
  ]),
  translation("de", "German", [
    "Jeden Morgen öffnet die Bäckerin ihren Laden, bevor die Sonne aufgeht.",
    "Sie mischt Mehl, Wasser, Salz und ein wenig Hefe und lässt den Teig unter einem Tuch ruhen.",
    "Während er aufgeht, fegt sie den Boden und heizt den Ofen an.",
    "Um sieben Uhr riecht die ganze Straße nach frischem Brot.",
    "Kinder bleiben auf dem Schulweg am Fenster stehen, und Nachbarn kommen herein, um über das Wetter zu reden.",
    "An einem guten Tag verkauft sie zweihundert Brote und behält drei für ihre Familie.",
    "Was am Abend übrig bleibt, geht an die Menschen, die nicht bezahlen können.",
    "Dann schließt sie die Tür ab, zählt die Münzen und geht am Fluss entlang nach Hause.",
  ]),
  translation("es", "Spanish", [
    "Cada mañana la panadera abre su tienda antes de que salga el sol.",
    "Mezcla harina, agua, sal y un poco de levadura, y deja reposar la masa bajo un paño.",
    "Mientras sube, barre el suelo y enciende el horno.",
    "A las siete toda la calle huele a pan recién hecho.",
    "Los niños se paran ante el escaparate camino de la escuela, y los vecinos entran a hablar del tiempo.",
    "En un buen día vende doscientos panes y guarda tres para su familia.",
    "Lo que queda por la noche es para las personas que no pueden pagar.",
    "Después cierra la puerta con llave, cuenta las monedas y vuelve a casa caminando junto al río.",
  ]),
  translation("fr", "French", [
    "Chaque matin, la boulangère ouvre sa boutique avant le lever du soleil.",
    "Elle mélange de la farine, de l'eau, du sel et un peu de levure, puis laisse la pâte reposer sous un linge.",
    "Pendant qu'elle lève, elle balaie le sol et allume le four.",
    "À sept heures, toute la rue sent le pain frais.",
    "Les enfants s'arrêtent devant la vitrine sur le chemin de l'école, et les voisins entrent pour parler du temps qu'il fait.",
    "Les bons jours, elle vend deux cents pains et en garde trois pour sa famille.",
    "Ce qui reste le soir va aux personnes qui ne peuvent pas payer.",
    "Ensuite, elle ferme la porte à clé, compte les pièces et rentre chez elle à pied le long de la rivière.",
  ]),
  translation("hi", "Hindi", [
    "हर सुबह बेकरी वाली सूरज निकलने से पहले अपनी दुकान खोलती है।",
    "वह आटा, पानी, नमक और थोड़ा खमीर मिलाती है और गूँधे हुए आटे को कपड़े के नीचे आराम करने के लिए छोड़ देती है।",
    "जब तक वह फूलता है, वह फ़र्श पर झाड़ू लगाती है और भट्ठी जलाती है।",
    "सात बजे पूरी गली ताज़ी रोटी की खुशबू से भर जाती है।",
    "बच्चे स्कूल जाते समय खिड़की पर रुकते हैं और पड़ोसी मौसम की बातें करने अंदर आते हैं।",
    "अच्छे दिन वह दो सौ रोटियाँ बेचती है और तीन अपने परिवार के लिए रखती है।",
    "शाम को जो बचता है, वह उन लोगों को मिलता है जो पैसे नहीं दे सकते।",
    "फिर वह दरवाज़े पर ताला लगाती है, सिक्के गिनती है और नदी के किनारे चलकर घर जाती है।",
  ]),
  translation("it", "Italian", [
    "Ogni mattina la panettiera apre il suo negozio prima che sorga il sole.",
    "Mescola farina, acqua, sale e un po' di lievito, e lascia riposare l'impasto sotto un panno.",
    "Mentre lievita, spazza il pavimento e accende il forno.",
    "Alle sette tutta la strada profuma di pane fresco.",
    "I bambini si fermano davanti alla vetrina mentre vanno a scuola, e i vicini entrano per parlare del tempo.",
    "In una buona giornata vende duecento pani e ne tiene tre per la sua famiglia.",
    "Quello che resta la sera va alle persone che non possono pagare.",
    "Poi chiude la porta a chiave, conta le monete e torna a casa a piedi lungo il fiume.",
  ]),
  translation(
    "ja",
    "Japanese",
    [
      "毎朝、パン屋の女性は日が昇る前に店を開けます。",
      "彼女は小麦粉と水と塩と少しのイーストを混ぜ、布をかけて生地を休ませます。",
      "生地がふくらむ間に、床を掃き、オーブンに火を入れます。",
      "七時には、通り全体が焼きたてのパンの香りに包まれます。",
      "子どもたちは学校へ行く途中に窓の前で立ち止まり、近所の人たちは天気の話をしに入ってきます。",
      "良い日には二百個のパンを売り、三個を家族のために取っておきます。",
      "夕方に残ったものは、お金を払えない人たちに渡されます。",
      "それから彼女は扉に鍵をかけ、硬貨を数え、川沿いを歩いて家に帰ります。",
    ],
    "",
  ),
  translation("ko", "Korean", [
    "매일 아침 제빵사는 해가 뜨기 전에 가게 문을 엽니다.",
    "그녀는 밀가루와 물, 소금, 약간의 이스트를 섞고 반죽을 천으로 덮어 쉬게 합니다.",
    "반죽이 부푸는 동안 그녀는 바닥을 쓸고 오븐에 불을 붙입니다.",
    "일곱 시가 되면 온 거리에 갓 구운 빵 냄새가 퍼집니다.",
    "아이들은 학교 가는 길에 창가에 멈춰 서고, 이웃들은 날씨 이야기를 하러 들어옵니다.",
    "장사가 잘되는 날에는 빵을 이백 개 팔고 가족을 위해 세 개를 남겨 둡니다.",
    "저녁에 남은 빵은 돈을 낼 수 없는 사람들에게 돌아갑니다.",
    "그런 다음 그녀는 문을 잠그고 동전을 세고 강을 따라 걸어서 집에 갑니다.",
  ]),
  translation("pt", "Portuguese", [
    "Todas as manhãs a padeira abre a sua loja antes de o sol nascer.",
    "Mistura farinha, água, sal e um pouco de fermento, e deixa a massa descansar debaixo de um pano.",
    "Enquanto ela cresce, varre o chão e acende o forno.",
    "Às sete horas toda a rua cheira a pão fresco.",
    "As crianças param junto à vitrine a caminho da escola, e os vizinhos entram para falar do tempo.",
    "Num bom dia vende duzentos pães e guarda três para a sua família.",
    "O que sobra à noite vai para as pessoas que não podem pagar.",
    "Depois tranca a porta, conta as moedas e volta para casa a pé ao longo do rio.",
  ]),
  translation("ru", "Russian", [
    "Каждое утро булочница открывает свою лавку до восхода солнца.",
    "Она смешивает муку, воду, соль и немного дрожжей и оставляет тесто отдыхать под полотенцем.",
    "Пока оно поднимается, она подметает пол и растапливает печь.",
    "В семь часов вся улица пахнет свежим хлебом.",
    "Дети по дороге в школу останавливаются у витрины, а соседи заходят поговорить о погоде.",
    "В хороший день она продаёт двести буханок и оставляет три для своей семьи.",
    "То, что остаётся вечером, достаётся людям, которые не могут заплатить.",
    "Потом она запирает дверь, считает монеты и идёт домой вдоль реки.",
  ]),
  translation("th", "Thai", [
    "ทุกเช้าคนทำขนมปังเปิดร้านของเธอก่อนพระอาทิตย์ขึ้น",
    "เธอผสมแป้ง น้ำ เกลือ และยีสต์เล็กน้อย แล้วพักแป้งไว้ใต้ผ้า",
    "ระหว่างที่แป้งขึ้นฟู เธอกวาดพื้นและจุดเตาอบ",
    "ตอนเจ็ดโมง ทั้งถนนมีกลิ่นหอมของขนมปังสดใหม่",
    "เด็กๆ หยุดที่หน้าต่างระหว่างทางไปโรงเรียน และเพื่อนบ้านเข้ามาคุยเรื่องอากาศ",
    "ในวันที่ขายดี เธอขายขนมปังได้สองร้อยก้อน และเก็บไว้สามก้อนให้ครอบครัวของเธอ",
    "สิ่งที่เหลือในตอนเย็นจะมอบให้กับคนที่ไม่มีเงินจ่าย",
    "จากนั้นเธอล็อกประตู นับเหรียญ แล้วเดินกลับบ้านไปตามแม่น้ำ",
  ]),
  translation(
    "zh",
    "Chinese",
    [
      "每天早晨，面包师在太阳升起之前打开她的店门。",
      "她把面粉、水、盐和一点酵母混合在一起，然后让面团在布下面静置。",
      "面团发酵的时候，她打扫地板，点燃烤炉。",
      "七点钟，整条街都飘着新鲜面包的香味。",
      "孩子们在上学的路上停在橱窗前，邻居们进来聊聊天气。",
      "生意好的日子，她卖出两百个面包，给家人留三个。",
      "晚上剩下的面包送给付不起钱的人。",
      "然后她锁上门，数好硬币，沿着河边走回家。",
    ],
    "",
  ),
];

export const textOf = ({ sentences, joint }: Passage): string => sentences.join(joint);

/** Words of the English text, split at spaces. */
export const ENGLISH_WORDS = textOf(PASSAGES[0]!).split(" ").length;
