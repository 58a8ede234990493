import type { PhotoDefinition } from './definition.ts';

/** A photo's key while its file is applied. */
export const photoKey = ({ sha256, url }: PhotoDefinition): string => sha256 ?? url ?? '';
