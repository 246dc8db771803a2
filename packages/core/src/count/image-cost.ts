/** How a family bills an image that is sent: by patches of a side, by 512-pixel tiles after shrinking, or flat. */
export type ImageCost =
  | { readonly by: 'patches'; readonly side: number; readonly each: number; readonly most: number }
  | { readonly by: 'tiles'; readonly base: number; readonly each: number }
  | { readonly by: 'image'; readonly each: number };

/** The size of an image in pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

const TILE = 512;
const TILED_LONG_SIDE = 2048;
const TILED_SHORT_SIDE = 768;

/** Tokens of one image. */
export function imageTokens(cost: ImageCost, { width, height }: PixelSize): number {
  if (cost.by === 'image') return cost.each;
  if (cost.by === 'patches') {
    const patches = Math.ceil(width / cost.side) * Math.ceil(height / cost.side);
    return Math.min(Math.ceil(patches * cost.each), cost.most);
  }
  const long = Math.max(width, height, 1);
  const short = Math.max(Math.min(width, height), 1);
  const fitted = Math.min(1, TILED_LONG_SIDE / long);
  const scale = fitted * Math.min(1, TILED_SHORT_SIDE / (short * fitted));
  return cost.base + cost.each * Math.ceil((width * scale) / TILE) * Math.ceil((height * scale) / TILE);
}
