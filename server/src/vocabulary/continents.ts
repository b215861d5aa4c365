/** The countries of each continent by code, as the service groups them. Tor and the unknown country are separate continents. */
const countriesOf: Readonly<Record<string, string>> = {
  AF: "AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW",
  AN: "AQ BV GS HM TF",
  AS: "AE AF AM AZ BD BH BN BT CC CN CX CY GE HK ID IL IN IO IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE",
  EU: "AD AL AT AX BA BE BG BY CH CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK",
  NA: "AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT US VC VG VI",
  OC: "AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS",
  SA: "AR BO BR CL CO EC FK GF GY PE PY SR UY VE",
  T1: "T1",
  XX: "XX",
};

const continentByCountry: ReadonlyMap<string, string> = new Map(
  Object.entries(countriesOf).flatMap(([continent, countries]) =>
    countries.split(" ").map((country) => [country, continent] as const),
  ),
);

const ofEuropeanUnion: ReadonlySet<string> = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "),
);

/** Undefined for an unknown country. */
export function continentOf(country: string): string | undefined {
  return continentByCountry.get(country);
}

export function isInEuropeanUnion(country: string): boolean {
  return ofEuropeanUnion.has(country);
}

/** The countries of a continent; empty for an unknown continent. */
export function countriesIn(continent: string): readonly string[] {
  return countriesOf[continent]?.split(" ") ?? [];
}

export function europeanUnion(): readonly string[] {
  return [...ofEuropeanUnion];
}
