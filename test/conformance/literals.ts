import type { Random } from "./random.ts";

/**
 * Literals of each kind: usual ones, odd ones that the engine accepts and, more often for odd cases, ones that it rejects.
 */
const texts = words(`a A b ab aB example.com EXAMPLE.com /a/b x-y é 😀 # ' ]`).concat(
  "",
  "a b",
  "a\nb",
);
const escapes = words(String.raw`\" \\ \x41 \x+a \101 \377 \xff \xc3\xa9`);
const wrongEscapes = words(String.raw`\n \t \8 \56 \400 \x4 \xg1 \' \/ \ `);
const hexBytes = words("61:62 65-78.61:62 +a:+b c3:a9 AB-cd");
const wrongHexBytes = words("61: 61 6:1 61:6 61:62: 6162");

export function stringLiteral(random: Random): string {
  const kind = random.below(10);
  if (kind < 5) return `"${random.pick(texts)}"`;
  if (kind < 7) {
    const before = random.pick(texts);
    return `"${before}${oddly(random, escapes, wrongEscapes)}${random.pick(["", "a"])}"`;
  }
  if (kind === 7) return rawString(random, random.pick([...texts, "\\", "a\\b"]));
  if (kind === 8) return oddly(random, hexBytes, wrongHexBytes);
  return `"${random.pick(texts)}${random.pick(texts)}"`;
}

function rawString(random: Random, text: string): string {
  const hashes = "#".repeat(random.pick([0, 0, 1, 2]));
  const quoted = hashes && random.chance(0.3) ? `${text}"` : text;
  return `r${hashes}"${quoted}"${hashes}`;
}

const integers = words(
  `-0 013 00 0x1 0xb 0xB -01 9223372036854775807 -9223372036854775808 0x7fffffffffffffff 0777777777777777777777 000000000000000000000000001 0x00000000000000000000000000b`,
);
const wrongIntegers = words(
  `08 0X1 -0x1 1a 0x 9223372036854775808 -9223372036854775809 0x8000000000000000 01777777777777777777777 1_0 1.5 1e3 +1 "1" a`,
);

export function integerLiteral(random: Random): string {
  if (random.chance(0.6)) return String(random.below(14) - 1);
  return oddly(random, integers, wrongIntegers);
}

export function integerItem(random: Random): string {
  if (random.chance(0.6)) return integerLiteral(random);
  const first = random.below(12);
  const dots = oddly(random, [".."], ["...", " ..", ".. ", "-", "--", ","]);
  return `${first}${dots}${first + random.below(9) - (random.chance(random.odd) ? 5 : 0)}`;
}

const addresses = words(
  `1.2.3.4 1.2.3.5 10.0.0.1 0.0.0.0 255.255.255.255 :: ::1 2001:db8::1 2001:DB8::a:b ::ffff:1.2.3.4 1:2:3:4:5:6:7:8 1:2:3:4:5:6:7:: ::2:3:4:5:6:7:8 1:2:3:4:5:6:1.2.3.4`,
);
const wrongAddresses = words(
  `1.2.3 01.2.3.4 1.2.3.256 1.2.3.4.5 1::2::3 :1 12345:: 1:2:3:4:5:6:7:8:9 ::1.2.3.04 a face 1.2.3.4/32 "1.2.3.4" 1:2:3:4:5:6:7::8 00001:: 1::3:4:5:6:7:1.2.3.4 ::1.2.3 1.2.3.4and 1.2.3.4or`,
);
const networks = words(
  `1.2.3.0/24 1.0.0.0/8 0.0.0.0/0 ::/0 2001:db8::/32 1.2.3.4/32 ::1/128 1/8 10/8 1.2.3/24 1.2.3 12 010.0.0.1 1.2.3.0/024 2001:db8::/0032 0/0 001.002.003.004`,
);
const wrongNetworks = words(
  `1.2.3.4/8 1.2.3.0/33 ::/129 1.2.3.0/ /8 1.2.3.0/-1 1.2.3.0/+24 1.2.3.0/24/8 1.2.3.* 1.2.3.0/255.255.255.0 [::1] ::1%eth0 256 1.2.3. .1 1.2.3.4.5/8 ::1/a ::g`,
);

export function addressLiteral(random: Random): string {
  return oddly(random, addresses, wrongAddresses);
}

export function addressItem(random: Random): string {
  const kind = random.below(10);
  if (kind < 4) return addressLiteral(random);
  if (kind < 8) return oddly(random, networks, wrongNetworks);
  if (random.chance(random.odd)) {
    return `${addressLiteral(random)}${random.pick(["..", "...", "-"])}${addressLiteral(random)}`;
  }
  return random.pick(["1.2.3.0..1.2.3.9", "0.0.0.0..255.255.255.255", "::..::5", "::1..ffff::"]);
}

const regexPieces = words(
  String.raw`a b example \. . ^ $ [ab] [^a] [a-z]+ \d \w+ (a|b) (?i)A (?:x)? a{2} a{1,} \x41 [\w.-] é \bexample\b [[:alpha:]] x* a+? | \/ (?P<n>a) []a] [a\]] (?u)é ] } (?<n>b) \u{41} [a&&b] (?s). (?x) \A \z a** \S [^\s] \B (?i:B) \x{e9} (?-u)\xff \\ \" ["] ['"]`,
);
const wrongRegexPieces = words(
  String.raw`\pL ( ) [ * + { \ (?=a) \1 [é] [b-a] a{2,1} a{,2} \Z \h (?#a) [\b]`,
);

export function regexLiteral(random: Random): string {
  const pattern = random.several(1, 3, () => oddly(random, regexPieces, wrongRegexPieces)).join("");
  return random.chance(0.3) && !pattern.includes('"') ? rawString(random, pattern) : `"${pattern}"`;
}

const wildcardPieces = words(String.raw`* a A b example . ? \\* \\\\ \x2a / é \xff`);
const wrongWildcardPieces = words(String.raw`\* \\a ** \\`);

export function wildcardLiteral(random: Random): string {
  const pattern = random
    .several(0, 4, () => oddly(random, wildcardPieces, wrongWildcardPieces))
    .join("");
  return random.chance(0.25) ? rawString(random, pattern) : `"${pattern}"`;
}

function oddly(random: Random, right: readonly string[], wrong: readonly string[]): string {
  return random.pick(random.chance(random.odd) ? wrong : right);
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
