import { createContext, useContext } from 'react';

type Level = 2 | 3;

const Enclosing = createContext<Level>(2);

/** Wraps the content below a section's own heading: headings in it are one level lower. */
export const BelowHeading = Enclosing;

/** Level for a heading at this place: 2 directly on a page, 3 in a section. */
export const useHeadingLevel = (): Level => useContext(Enclosing);
