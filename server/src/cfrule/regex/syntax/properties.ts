/** Unicode properties that the engine supports after `(?u)`, with their JavaScript names. */
import type { PropertyClass } from "./tree.ts";

/** Loose matching of the Unicode standard: ignores case, spaces, '_', '-' and a leading "is". */
function loose(name: string): string {
  const lower = name.toLowerCase();
  // 'isc' is a property that the engine does not support, not the category 'c'.
  const bare = lower.startsWith("is") ? lower.slice(2) : lower;
  const kept = bare.replace(/[ _-]|[^\0-\x7f]/gu, "");
  return lower.startsWith("is") && kept === "c" ? "isc" : kept;
}

function words(text: string): ReadonlyMap<string, string> {
  return new Map(
    text
      .split(/\s+/)
      .filter(Boolean)
      .map((name) => [loose(name), name]),
  );
}

const categories = words(`
  Punctuation Cased_Letter LC Close_Punctuation Pe Connector_Punctuation Pc Control Cc
  Currency_Symbol Sc Dash_Punctuation Pd Decimal_Number Nd Enclosing_Mark Me Final_Punctuation
  Pf Format Cf Initial_Punctuation Pi Letter Letter_Number Nl Line_Separator Zl
  Lowercase_Letter Ll Mark Combining_Mark Math_Symbol Sm Modifier_Letter Lm Modifier_Symbol Sk
  Nonspacing_Mark Mn Number Open_Punctuation Ps Other Other_Letter Lo Other_Number No
  Other_Punctuation Po Other_Symbol So Paragraph_Separator Zp Private_Use Co Separator
  Space_Separator Zs Spacing_Mark Mc Symbol Titlecase_Letter Lt Unassigned Cn Uppercase_Letter
  Lu C L M N P S Z punct digit cntrl Any ASCII Assigned
`);

const scripts = words(`
  Adlam Adlm Aghb Ahom Anatolian_Hieroglyphs Arab Arabic Armenian Armi Armn Avestan Avst Bali
  Balinese Bamu Bamum Bass Bassa_Vah Batak Batk Beng Bengali Bhaiksuki Bhks Bopo Bopomofo Brah
  Brahmi Brai Braille Bugi Buginese Buhd Buhid Cakm Canadian_Aboriginal Cans Cari Carian
  Caucasian_Albanian Chakma Cham Cher Cherokee Chorasmian Chrs Common Copt Coptic Cpmn Cprt
  Cuneiform Cypriot Cypro_Minoan Cyrillic Cyrl Deseret Deva Devanagari Diak Dives_Akuru Dogr
  Dogra Dsrt Dupl Duployan Egyp Egyptian_Hieroglyphs Elba Elbasan Elym Elymaic Ethi Ethiopic
  Gara Garay Geor Georgian Glag Glagolitic Gong Gonm Goth Gothic Gran Grantha Greek Grek
  Gujarati Gujr Gukh Gunjala_Gondi Gurmukhi Guru Gurung_Khema Han Hang Hangul Hani
  Hanifi_Rohingya Hano Hanunoo Hatr Hatran Hebr Hebrew Hira Hiragana Hluw Hmng Hmnp Hung
  Imperial_Aramaic Inherited Inscriptional_Pahlavi Inscriptional_Parthian Ital Java Javanese
  Kaithi Kali Kana Kannada Katakana Kawi Kayah_Li Khar Kharoshthi Khitan_Small_Script Khmer
  Khmr Khoj Khojki Khudawadi Kirat_Rai Kits Knda Krai Kthi Lana Lao Laoo Latin Latn Lepc
  Lepcha Limb Limbu Lina Linb Linear_A Linear_B Lisu Lyci Lycian Lydi Lydian Mahajani Mahj
  Maka Makasar Malayalam Mand Mandaic Mani Manichaean Marc Marchen Masaram_Gondi Medefaidrin
  Medf Meetei_Mayek Mend Mende_Kikakui Merc Mero Meroitic_Cursive Meroitic_Hieroglyphs Miao
  Mlym Modi Mong Mongolian Mro Mroo Mtei Mult Multani Myanmar Mymr Nabataean Nag_Mundari Nagm
  Nand Nandinagari Narb Nbat New_Tai_Lue Newa Nko Nkoo Nshu Nushu Nyiakeng_Puachue_Hmong Ogam
  Ogham Ol_Chiki Ol_Onal Olck Old_Hungarian Old_Italic Old_North_Arabian Old_Permic
  Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Onao Oriya Orkh Orya Osage
  Osge Osma Osmanya Ougr Pahawh_Hmong Palm Palmyrene Pau_Cin_Hau Pauc Perm Phag Phags_Pa Phli
  Phlp Phnx Phoenician Plrd Prti Psalter_Pahlavi Qaac Qaai Rejang Rjng Rohg Runic Runr
  Samaritan Samr Sarb Saur Saurashtra Sgnw Sharada Shavian Shaw Shrd Sidd Siddham SignWriting
  Sind Sinh Sinhala Sogd Sogdian Sogo Sora Sora_Sompeng Soyo Soyombo Sund Sundanese Sunu
  Sunuwar Sylo Syloti_Nagri Syrc Syriac Tagalog Tagb Tagbanwa Tai_Le Tai_Tham Tai_Viet Takr
  Takri Tale Talu Tamil Taml Tang Tangsa Tangut Tavt Telu Telugu Tfng Tglg Thaa Thaana Thai
  Tibetan Tibt Tifinagh Tirh Tirhuta Tnsa Todhri Todr Toto Tulu_Tigalari Tutg Ugar Ugaritic
  Vai Vaii Vith Vithkuqi Wancho Wara Warang_Citi Wcho Xpeo Xsux Yezi Yezidi Yi Yiii
  Zanabazar_Square Zanb Zinh Zyyy
`);

const binaries = words(`
  ASCII_Hex_Digit AHex Alphabetic Alpha Bidi_Control Bidi_C Bidi_Mirrored Bidi_M
  Case_Ignorable CI Cased Changes_When_Casefolded CWCF Changes_When_Casemapped CWCM
  Changes_When_Lowercased CWL Changes_When_Titlecased CWT Changes_When_Uppercased CWU Dash
  Default_Ignorable_Code_Point DI Deprecated Dep Diacritic Dia Emoji Emoji_Component
  Emoji_Modifier Emoji_Modifier_Base Emoji_Presentation Extender Ext Grapheme_Base Gr_Base
  Grapheme_Extend Gr_Ext Hex_Digit Hex IDS_Binary_Operator IDSB IDS_Trinary_Operator IDST
  ID_Continue IDC ID_Start IDS Ideographic Ideo Join_Control Join_C Logical_Order_Exception
  LOE Lowercase Lower Math Noncharacter_Code_Point NChar Pattern_Syntax Pat_Syn
  Pattern_White_Space Pat_WS Quotation_Mark QMark Radical Regional_Indicator RI
  Sentence_Terminal STerm Soft_Dotted SD Terminal_Punctuation Term Unified_Ideograph UIdeo
  Uppercase Upper Variation_Selector VS White_Space XID_Continue XIDC XID_Start XIDS
  Extended_Pictographic EBase EComp EMod EPres ExtPict space
`);

const others = words(`
  OAlpha OGr_Ext OIDC OIDS OLower OMath OUpper ODI PCM Hyphen Other_Alphabetic
  Other_Grapheme_Extend Other_ID_Continue Other_ID_Start Other_Lowercase Other_Math
  Other_Uppercase Other_Default_Ignorable_Code_Point Prepended_Concatenation_Mark
  Grapheme_Link Gr_Link IDS_Unary_Operator IDSU ID_Compat_Math_Start ID_Compat_Math_Continue
  Modifier_Combining_Mark MCM
`);

/** Properties with values. JavaScript supports only the first three; values of the others are not checked. */
const valued: ReadonlyMap<string, "gc" | "sc" | "scx" | "other"> = new Map([
  ["gc", "gc"],
  ["generalcategory", "gc"],
  ["sc", "sc"],
  ["script", "sc"],
  ["scx", "scx"],
  ["scriptextensions", "scx"],
  ["age", "other"],
  ["gcb", "other"],
  ["graphemeclusterbreak", "other"],
  ["wb", "other"],
  ["wordbreak", "other"],
  ["sb", "other"],
  ["sentencebreak", "other"],
]);

export function knowsProperty(property: PropertyClass): boolean {
  if (propertySource(property) !== undefined) return true;
  if (property.value === undefined) return others.has(loose(property.name));
  return valued.get(loose(property.name)) === "other";
}

/** The content of `\p{…}` in a JavaScript regex; undefined if JavaScript has no such property. */
export function propertySource({ name, value }: PropertyClass): string | undefined {
  if (value === undefined) return plainSource(loose(name));
  const kind = valued.get(loose(name));
  if (kind === "gc") return categories.get(loose(value));
  const script = scripts.get(loose(value));
  if (script === undefined || (kind !== "sc" && kind !== "scx")) return undefined;
  return `${kind}=${script}`;
}

function plainSource(name: string): string | undefined {
  const script = scripts.get(name);
  return binaries.get(name) ?? categories.get(name) ?? (script && `sc=${script}`);
}
