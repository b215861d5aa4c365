/** Identifiers as the service makes them, 32 hexadecimal digits. The same seed and count give the same one. */
export function hexId(seed: number, count: number): string {
  return lanes.map((lane) => word(mixed(count + mixed(seed ^ lane)))).join("");
}

/** 32 hexadecimal digits that stand for a text. Nothing secret hangs on them. */
export function digest(text: string): string {
  return lanes
    .map((lane) => {
      let hash = lane;
      for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
      return word(mixed(hash));
    })
    .join("");
}

const lanes = [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344];

/** Takes different words to different words, so that no two counts share an identifier. */
function mixed(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

function word(bits: number): string {
  return (bits >>> 0).toString(16).padStart(8, "0");
}
