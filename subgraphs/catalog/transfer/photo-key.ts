import type { PhotoDefinition } from './definition.ts';

/** What a photo of a file is known by while the file is applied. */
export const photoKey = ({ sha256, url }: PhotoDefinition): string => sha256 ?? url ?? '';
