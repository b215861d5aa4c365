/**
 * Where a text stops being JSON; undefined for valid JSON. For large texts of which little is parsed: it makes no tree, and takes
 * about as long as it takes to find the parts (`hosts/plan/skim.ts`).
 */
export function firstJsonError(text: string): number | undefined {
  /** The brackets that are open. */
  const open: number[] = [];
  let at = afterBlank(text, text.charCodeAt(0) === 0xfeff ? 1 : 0);
  for (;;) {
    const opening = text.charCodeAt(at);
    let end = valueEnd(text, at);
    if (end < 0) return -end - 1;
    if (opening === brace || opening === bracket) {
      open.push(opening);
      end = afterBlank(text, end);
      if (text.charCodeAt(end) !== opening + 2) {
        at = opening === brace ? valueAfterName(text, end) : end;
        if (at < 0) return -at - 1;
        continue;
      }
    } else end = afterBlank(text, end);
    end = afterBrackets(text, end, open);
    if (open.length === 0) return end < text.length ? end : undefined;
    if (text.charCodeAt(end) !== comma) return end;
    at = afterBlank(text, end + 1);
    if (open.at(-1) === brace) at = valueAfterName(text, at);
    if (at < 0) return -at - 1;
  }
}

/** After the brackets that end behind a value. */
function afterBrackets(text: string, from: number, open: number[]): number {
  let at = from;
  while (open.length > 0 && text.charCodeAt(at) === (open.at(-1) ?? 0) + 2) {
    open.pop();
    at = afterBlank(text, at + 1);
  }
  return at;
}

const [quote, comma, colon, bracket, brace, backslash] = [0x22, 0x2c, 0x3a, 0x5b, 0x7b, 0x5c];

function afterBlank(text: string, from: number): number {
  let at = from;
  for (;;) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return at;
    at++;
  }
}

/** After a string or a word, or after the bracket that opens a value. Minus the offset of an error, minus one. */
function valueEnd(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first === brace || first === bracket) return at + 1;
  if (first === quote) return stringEnd(text, at);
  word.lastIndex = at;
  return word.test(text) ? word.lastIndex : -at - 1;
}

const word = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)(?![\w.+-])/y;

function valueAfterName(text: string, at: number): number {
  if (text.charCodeAt(at) !== quote) return -at - 1;
  const end = stringEnd(text, at);
  if (end < 0) return end;
  const sign = afterBlank(text, end);
  return text.charCodeAt(sign) === colon ? afterBlank(text, sign + 1) : -sign - 1;
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === quote) return at + 1;
    if (unit < 0x20) return -at - 1;
    if (unit !== backslash) continue;
    escaped.lastIndex = at;
    if (!escaped.test(text)) return -at - 1;
    at = escaped.lastIndex - 1;
  }
  return -text.length - 1;
}

const escaped = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
