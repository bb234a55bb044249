/** "I do not know" and "I will not say", in the languages a model may fall into. */
import { fold, foldWords } from "./fold.ts";

/** Whole words, for scripts that put spaces between them. */
const PHRASES = [
  "unknown|unsure|uncertain|not sure|not certain|not known|not aware|not familiar|no idea",
  "do not know|dont know|does not know|do not have|dont have|does not have|doesnt have|have no",
  "no information|no knowledge|no data|no record|no such|not available|no answer|none|n a",
  "cannot|cant|can not|could not|couldnt|unable|not able|wont|will not|sorry|apologize|apologise",
  "as an ai|knowledge cutoff|knowledge cut off|training data|training cutoff|last update",
  "not yet|has not|hasnt|have not|havent|had not|not been|did not take place|refuse|decline",
  "unbekannt|weiß nicht|weiss nicht|ich nicht|nicht bekannt|tut mir leid|keine ahnung|kann nicht",
  "inconnu|inconnue|ne sais pas|ne connais pas|désolé|je ne peux pas|pas d'information",
  "desconocido|desconocida|no lo sé|no sé|lo siento|no puedo|no tengo|no conozco",
  "desconhecido|desconhecida|não sei|desculpe|não posso|não tenho|não consigo",
  "sconosciuto|sconosciuta|non lo so|non so|mi dispiace|non posso|onbekend|weet ik niet|het spijt me",
  "nieznane|nie wiem|bilinmiyor|bilmiyorum|tidak tahu|tidak diketahui|không biết|okänt|vet inte",
  "неизвестно|не знаю|не могу|извините|к сожалению|нет информации|невідомо",
  "غير معروف|لا أعرف|لا أعلم|لا أستطيع|آسف|عذرا|عذرًا|لا أدري|لا يمكنني",
  "अज्ञात|पता नहीं|नहीं जानता|नहीं जानती|मालूम नहीं|माफ़ कीजिए|क्षमा करें|नहीं पता",
].flatMap((line) => line.split("|").map((phrase) => ` ${foldWords(phrase)} `));

/** Anywhere, for scripts without spaces and for Korean endings. */
const MARKS = [
  "未知|不知道|不清楚|不确定|无法|無法|抱歉|对不起|沒有資料|没有信息|不明",
  "わかりません|分かりません|知りません|わからない|分からない|できません|申し訳",
  "모르|모름|알 수 없|알수없|죄송|할 수 없|알지 못|ไม่ทราบ|ไม่รู้|ขออภัย",
].flatMap((line) => line.split("|").map(fold));

/** Whether a text says that it does not know, or refuses; what else it says does not matter. */
export function saysUnknown(text: string): boolean {
  const words = ` ${foldWords(text)} `;
  const folded = fold(text);
  return (
    PHRASES.some((phrase) => words.includes(phrase)) || MARKS.some((mark) => folded.includes(mark))
  );
}
