import { drawPng } from '#kit/images/draw.ts';
import { TILE_SIZE, tile } from './icon.ts';
import { letters, outlineOf } from './letters.ts';

/** Home screen icons, as PNG. */
export interface Tiles {
  readonly of: (letter: string) => Promise<Buffer>;
}

/**
 * Creates the icon cache: each icon is drawn only once, on first request. The number of icons is limited by
 * the number of outlines, whatever names storefronts have.
 */
export function openTiles(): Tiles {
  const drawn = new Map<string | null, Promise<Buffer>>();
  const draw = async (outline: string | null) => {
    try {
      return await drawPng(tile(outline), TILE_SIZE);
    } catch (error) {
      drawn.delete(outline); // the next caller retries
      throw error;
    }
  };
  return {
    async of(letter) {
      const outline = outlineOf(await letters(), letter);
      const drawing = drawn.get(outline) ?? draw(outline);
      drawn.set(outline, drawing);
      return drawing;
    },
  };
}
