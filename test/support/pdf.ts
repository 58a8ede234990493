import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Reads a PDF: its text by page, and the fonts that it contains. */
export async function readPdf(bytes: Uint8Array) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const pdf = await task.promise;
  const pages: string[] = [];
  const fonts = new Map<string, boolean>();
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.flatMap((item) => ('str' in item && item.str.trim() ? [item.str] : [])).join('\n'));
    const { fnArray, argsArray } = await page.getOperatorList();
    for (const [at, operation] of fnArray.entries()) {
      if (operation !== OPS.setFont) continue;
      const { name, missingFile } = page.commonObjs.get(argsArray[at][0]);
      fonts.set(`${argsArray[at][0]} ${name}`, missingFile !== true);
    }
  }
  const { info } = (await pdf.getMetadata()) as { info: { Title?: string; Language?: string } };
  await task.destroy();
  return { pages, text: pages.join('\n'), fonts, info };
}
