import { continentOf, isInEuropeanUnion } from "../../vocabulary/continents.ts";
import { attackClassOf } from "../../vocabulary/detections.ts";
import { vocabularies } from "../../vocabulary/vocabularies.ts";
import type { Fields } from "./shared-headers.ts";

/**
 * The request, if there is a visitor of whom all is true that it says: the country is on the continent, and a known bot is a
 * verified one, the score is in its class. An empty country may be any.
 */
export function ofOneVisitor(fields: Fields): readonly Fields[] {
  const { "cf.client.bot": bot, "cf.bot_management.verified_bot": verified } = fields;
  if (typeof bot === "boolean" && typeof verified === "boolean" && bot !== verified) return [];
  if (!isScoreInClass(fields)) return [];
  const { [countryField]: country } = fields;
  const given = places.filter(([name]) => fields[name] !== undefined);
  if (given.length + (country === undefined ? 0 : 1) < 2) return [fields];
  const codes = country ? [String(country)] : [...vocabularies.country.values.keys()];
  const code = codes.find((it) => given.every(([name, of]) => of(it) === fields[name]));
  if (code === undefined) return [];
  return country === undefined ? [fields] : [{ ...fields, [countryField]: code }];
}

const unscored = 100;

function isScoreInClass(fields: Fields): boolean {
  const { "cf.waf.score": score, "cf.waf.score.class": name } = fields;
  if (typeof score !== "number" || name === undefined) return true;
  if (typeof name !== "string") return score === unscored;
  return attackClassOf(score) === name;
}

const countryField = "ip.src.country";
const places: readonly (readonly [field: string, of: (country: string) => unknown])[] = [
  ["ip.src.continent", continentOf],
  ["ip.src.is_in_european_union", isInEuropeanUnion],
];
