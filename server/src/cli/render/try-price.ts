import type { PriceAnswer } from "../../try/questions/price.ts";
import { priceText } from "../../try/questions/price-text.ts";
import type { Paint } from "./paint.ts";

export function priceLine(price: PriceAnswer | undefined, paint: Paint): string[] {
  if (!price) return [];
  if ("error" in price) return [`  ${paint.yellow("no price")}: ${price.error}`];
  return [`  ${priceText(price)}`];
}
