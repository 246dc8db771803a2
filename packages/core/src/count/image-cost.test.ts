import { expect, it } from 'vitest';
import { type ImageCost, imageTokens } from './image-cost.ts';

const patches: ImageCost = { by: 'patches', side: 28, each: 1, most: 1_568 };
const weighted: ImageCost = { by: 'patches', side: 32, each: 1.2, most: 12_000 };
const tiles: ImageCost = { by: 'tiles', base: 85, each: 170 };

it.each([
  ['a patch', patches, 1, 1, 1],
  ['patches begun count whole', patches, 29, 28, 2],
  ['patches up to the most', patches, 4_000, 4_000, 1_568],
  ['weighted patches, rounded up', weighted, 64, 96, 8],
  ['one tile', tiles, 512, 512, 255],
  ['a square shrunk to its short side', tiles, 1_024, 1_024, 765],
  ['a wide picture shrunk twice', tiles, 4_096, 8_192, 1_105],
  ['a picture of no size', tiles, 0, 0, 85],
  ['a flat price', { by: 'image', each: 1_090 } as const, 9_999, 1, 1_090],
])('counts %s', (_, cost, width, height, tokens) => {
  expect(imageTokens(cost, { width, height })).toBe(tokens);
});
