import type { FastifyInstance } from 'fastify';
import { pageHeaders } from '../../page/headers.ts';
import { ask, type StorefrontPages } from '../ask.ts';
import { invoiceLogoFileDocument, invoicePageDocument } from '../generated.ts';
import { type AtPermalink, openPermalink } from '../permalink.ts';
import { PageNotFound } from '../problems.ts';
import { NO_SNIFF, PRIVATE } from '../send.ts';
import { inLanguage } from '../visit.ts';
import { WORDS } from '../words/words.ts';
import { INVOICE_STYLES, invoicePage } from './invoice-page.ts';
import { readLogo } from './logo.ts';
import { openPdfThread } from './pdf-thread.ts';
import { showInvoice } from './shown-invoice.ts';

interface AtInvoice {
  readonly Params: { readonly permalinkId: string; readonly file: string };
}

/**
 * Serves invoices and credit notes behind their booking's permalink (docs/interface/invoices.md#pages): as a page to
 * print and as a PDF, in the document's language. Both are made from the issued copy, for each request.
 */
export function invoiceRoutes(app: FastifyInstance, pages: StorefrontPages): void {
  const drawPdf = openPdfThread();
  app.get<AtInvoice>('/bookings/:permalinkId/invoices/:file', async (request, reply) => {
    const { visit, permalink } = await openPermalink(pages, request as AtPermalink);
    const [, number = '', ending] = /^([A-Z\d-]{1,40})(\.pdf)?$/.exec(request.params.file) ?? [];
    const { permalinkInvoice } = await ask(pages, request, invoicePageDocument, { ...permalink, number });
    if (!permalinkInvoice) throw new PageNotFound(visit.storefront);
    const shown = showInvoice(permalinkInvoice);
    reply.headers({ ...PRIVATE, 'content-language': shown.language });
    if (ending) {
      const storefrontId = visit.storefront.id;
      const logo = await readLogo(pages.objects, permalinkInvoice, async (sha256, width) => {
        const file = { sha256, width, storefrontId };
        return (await ask(pages, request, invoiceLogoFileDocument, file)).mediaFile?.key ?? null;
      });
      return reply
        .type('application/pdf')
        .headers({ ...NO_SNIFF, 'content-security-policy': "default-src 'none'" })
        .header('content-disposition', `inline; filename="${number}.pdf"`)
        .send(await drawPdf({ invoice: permalinkInvoice, logo }, storefrontId));
    }
    const path = `/bookings/${permalink.permalinkId}`;
    const body = invoicePage(shown, {
      pdf: `${path}/invoices/${number}.pdf`,
      booking: inLanguage(path, visit.chosen),
      back: WORDS[visit.language].booking.back,
    });
    return reply
      .headers({ ...pageHeaders({ styles: INVOICE_STYLES.source, photos: shown.logo !== null }), ...PRIVATE })
      .send(`${await body}`);
  });
}
