/** Reports of mail servers in the common formats, with invented names. */

interface About {
  messageId: string
  to: string
}

const lines = (...text: string[]) => `${text.join('\r\n')}\r\n`

const copyOf = ({ messageId, to }: About) => [
  'From: IAPS Office <office@iaps.example>',
  `To: ${to}`,
  'Subject: =?UTF-8?Q?You_are_proposed?=',
  `Message-ID: ${messageId}`,
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Good day,',
]

const report = (about: About, status: string[], original: string[], extra: string[] = []) =>
  lines(
    'Return-Path: <>',
    'From: Mail Delivery System <MAILER-DAEMON@mx.example.net>',
    'To: office@iaps.example',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="9B095B5ADSN=_01D60A/mx.example.net"',
    ...extra,
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--9B095B5ADSN=_01D60A/mx.example.net',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    `<${about.to}>: could not be delivered`,
    '',
    '--9B095B5ADSN=_01D60A/mx.example.net',
    ...status,
    '',
    ...(original.length > 0 ? ['--9B095B5ADSN=_01D60A/mx.example.net', ...original, ''] : []),
    '--9B095B5ADSN=_01D60A/mx.example.net--',
  )

const statusOf = (about: About, action: string, status: string, said: string) => [
  'Content-Description: Delivery report',
  'Content-Type: message/delivery-status',
  '',
  'Reporting-MTA: dns; mx.example.net',
  'X-Queue-ID: 9B095B5AD',
  '',
  `Final-Recipient: rfc822; ${about.to}`,
  `Original-Recipient: rfc822;${about.to}`,
  `Action: ${action}`,
  `Status: ${status}`,
  'Remote-MTA: dns; mail.example.org',
  `Diagnostic-Code: smtp; ${said.replace(' ', '\r\n    ')}`,
]

const wholeCopy = (about: About) => [
  'Content-Description: Undelivered Message',
  'Content-Type: message/rfc822',
  '',
  ...copyOf(about),
]

const noSuch = '550 5.1.1 <x> User unknown'

export const failureReports: Record<string, (about: About) => { raw: string; said: string }> = {
  'with the whole letter': (about) => ({
    raw: report(about, statusOf(about, 'failed', '5.1.1', noSuch), wholeCopy(about)),
    said: 'User unknown',
  }),
  'with the letter’s headers only': (about) => ({
    raw: report(about, statusOf(about, 'failed', '5.2.2', '552 5.2.2 Mailbox full'), [
      'Content-Type: text/rfc822-headers',
      '',
      ...copyOf(about).slice(0, 6),
    ]),
    said: 'Mailbox full',
  }),
  'that names the letter in its own headers only': (about) => ({
    raw: report(
      about,
      statusOf(about, 'Failed', '5.7.1', '550 5.7.1 Not allowed here'),
      [],
      ['References:', ` ${about.messageId}`, `In-Reply-To: ${about.messageId}`],
    ),
    said: 'Not allowed',
  }),
  'in base64, as one mail server packs it': (about) => ({
    raw: report(
      about,
      [
        'Content-Type: message/delivery-status',
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from(statusOf(about, 'failed', '5.1.10', '550 5.1.10 RecipientNotFound').slice(3).join('\r\n'))
          .toString('base64')
          .replaceAll(/.{76}/g, '$&\r\n'),
      ],
      wholeCopy(about),
    ),
    said: 'RecipientNotFound',
  }),
  'with international addresses': (about) => ({
    raw: report(
      about,
      [
        'Content-Type: message/global-delivery-status',
        '',
        ...statusOf(about, 'failed', '5.1.1', noSuch).slice(3),
      ],
      ['Content-Type: message/global-headers', '', ...copyOf(about).slice(0, 6)],
    ),
    said: 'User unknown',
  }),
  'with single line ends, from a folder of messages': (about) => ({
    raw: `From MAILER-DAEMON Mon Jan  2 09:05:00 1995\n${report(
      about,
      statusOf(about, 'failed', '5.4.1', '550 5.4.1 No such domain'),
      wholeCopy(about),
    ).replaceAll('\r\n', '\n')}`,
    said: 'No such domain',
  }),
  'of Exim in its older shape': (about) => ({
    raw: lines(
      'Return-path: <>',
      `X-Failed-Recipients: ${about.to}`,
      'Auto-Submitted: auto-replied',
      'From: Mail Delivery System <Mailer-Daemon@mx.example.net>',
      'To: office@iaps.example',
      'Subject: Mail delivery failed: returning message to sender',
      '',
      'This message was created automatically by mail delivery software.',
      '',
      'The following address(es) failed:',
      '',
      `  ${about.to}`,
      '    SMTP error from remote mail server after RCPT TO:',
      '    550 Unrouteable address',
      '',
      '------ This is a copy of the message, including all the headers. ------',
      '',
      ...copyOf(about),
    ),
    said: 'Unrouteable address',
  }),
  'of qmail': (about) => ({
    raw: lines(
      'Return-Path: <>',
      'From: MAILER-DAEMON@mx.example.net',
      'To: office@iaps.example',
      'Subject: failure notice',
      '',
      'Hi. This is the qmail-send program at mx.example.net.',
      "I'm afraid I wasn't able to deliver your message to the following addresses.",
      '',
      `<${about.to}>:`,
      'Sorry, no mailbox here by that name. (#5.1.1)',
      '',
      '--- Below this line is a copy of the message.',
      '',
      'Return-Path: <office@iaps.example>',
      ...copyOf(about),
    ),
    said: 'no mailbox here',
  }),
}

/** Reports about a letter of ours that did not fail. */
export const otherReports: Record<string, (about: About) => string> = {
  'a delay': (about) =>
    report(about, statusOf(about, 'delayed', '4.4.1', '451 4.4.1 Try later'), wholeCopy(about)),
  'a delivery': (about) =>
    report(about, statusOf(about, 'delivered', '2.0.0', '250 2.0.0 Taken in'), wholeCopy(about)),
}

/** Not a report at all, though it answers a letter of ours. */
export const noReports: Record<string, (about: About) => string> = {
  'a person’s reply': ({ messageId, to }) =>
    lines(`From: ${to}`, `In-Reply-To: ${messageId}`, 'Subject: Re: You are proposed', '', 'Thank you!'),
  'a holiday notice': ({ messageId, to }) =>
    lines(
      'Return-Path: <>',
      `From: ${to}`,
      'Auto-Submitted: auto-replied',
      `In-Reply-To: ${messageId}`,
      'Subject: Out of office',
      '',
      'I am away. Message-ID: none.',
    ),
  'an empty file': () => '',
  noise: () => '\u0000\u0001--\r\n\r\n;boundary=\r\n--',
  'a warning in Exim’s older shape': ({ messageId, to }) =>
    lines(
      'From: Mail Delivery System <Mailer-Daemon@mx.example.net>',
      'Subject: Warning: message delayed 24 hours',
      '',
      `  ${to}`,
      '    Delay reason: connection refused',
      '',
      `Message-ID: ${messageId}`,
    ),
  'a report without receivers': ({ messageId }) =>
    lines(
      'Content-Type: multipart/report; boundary=b',
      '',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx',
      '--b',
      'Content-Type: message/rfc822',
      '',
      `Message-ID: ${messageId}`,
      '--b--',
    ),
}
