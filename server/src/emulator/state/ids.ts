/** Identifiers in the service's format: 32 hexadecimal digits, deterministic for a seed and count. */
export function hexId(seed: number, count: number): string {
  return lanes.map((lane) => toHex(mix(count + mix(seed ^ lane)))).join("");
}

/** A hash of 32 hexadecimal digits. Not cryptographic. */
export function digest(text: string): string {
  return lanes
    .map((lane) => {
      let hash = lane;
      for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
      return toHex(mix(hash));
    })
    .join("");
}

const lanes = [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344];

/** A bijection, so that no two counts share an identifier. */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

function toHex(bits: number): string {
  return (bits >>> 0).toString(16).padStart(8, "0");
}
