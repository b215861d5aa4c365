/** Texts that look like keys: random, or with the prefix that a system gives to its keys. */

const prefixed =
  /^(?:gh[opsur]_|github_pat_|glpat-|xox[abeprs]-|xapp-|sk-|[rsp]k_(?:live|test)_|A[KS]IA|AIza|ya29\.|eyJ|npm_|pypi-|dop_v1_|hf_|SG\.|shp(?:at|ss)_|dckr_pat_|NRAK-|NRII-|glsa_|hvs\.)[\w-]{8,}/;

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Shorter texts are not random enough to tell. */
const shortest = 8;
/** No word is as long. */
const longest = 24;
/** No word with a digit in it is as long. */
const longestWithDigits = 16;

export function hasKeyPrefix(text: string): boolean {
  return prefixed.test(text);
}

/** Ordinary words, also several, numbered ones, dates and versions, do not. */
export function looksLikeKey(text: string): boolean {
  if (text.length < shortest) return false;
  if (prefixed.test(text) || uuid.test(text)) return true;
  const words = text.split(/[^A-Za-z\d]+/);
  return words.some(isRandom) || isShredded(words);
}

function isRandom(word: string): boolean {
  const { length } = word;
  if (length < shortest) return false;
  if (length >= longestWithDigits && /\d/.test(word)) return true;
  if (/^\d+$/.test(word)) return false;
  const parts = partsOf(word);
  if (parts.some((it) => it.length >= longest)) return true;
  const letters = word.replace(/\d+/g, "");
  if (parts.filter((it) => /\d/.test(it)).length > 1 && parts.length > 3) return true;
  if (parts.length > 2 && length < 3 * parts.length) return true;
  return letters.length >= shortest && rarePairs(letters.toLowerCase()) * 3 > letters.length - 1;
}

/** Many short pieces, as in Base64 with its separators. */
function isShredded(words: readonly string[]): boolean {
  const parts = words.flatMap(partsOf);
  const size = parts.join("").length;
  const isMixed = parts.some((it) => /[A-Z]/.test(it)) && parts.some((it) => /[a-z]/.test(it));
  return size >= 10 && isMixed && size < 2.2 * parts.length;
}

/** Numbers, and the words of camel case. */
function partsOf(word: string): readonly string[] {
  return word.match(/\d+|[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
}

/** For each letter, the letters that often follow it in words. */
const followers =
  "bcdfgiklmnprstuvwyz aeilorsuy acehiklorstu adeilorsu abcdefghilmnopqrstuvwxy aefilortuy aeghilnorsu aeiortu abcdefgklmnoprstvxz aeos eis adeilopstuvy abeilmopsu acdefgiklnorstuvy abcdfgiklmnoprstuvw aehiloprstu u abcdefgiklmnoprstuvy acefhiklmnopstuy acehilmoprstuy abcdegilmnprst aeio aehinors ceipt inps aei".split(
    " ",
  );

function rarePairs(letters: string): number {
  let count = 0;
  for (let i = 1; i < letters.length; i++) {
    const [before, after] = [letters.charCodeAt(i - 1) - 97, letters.charAt(i)];
    if (letters.charAt(i - 1) !== after && !followers[before]?.includes(after)) count++;
  }
  return count;
}
