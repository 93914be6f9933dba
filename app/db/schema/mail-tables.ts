export interface MailTables {
  mail: MailTable
  letter_wording: LetterWordingTable
  enquiry: EnquiryTable
  enquiry_event: EnquiryEventTable
  subscriber: SubscriberTable
  subscriber_link: SubscriberLinkTable
  mail_hold: MailHoldTable
  newsletter_mailing: NewsletterMailingTable
  newsletter_letter: NewsletterLetterTable
}

interface MailTable {
  id: string
  kind: string
  recipient: string
  subject: string
  body_text: string
  body_html: string
  message_id: string
  queued_at: number
  sent_at: number | null
  failed_at: number | null
  error: string | null
  /** The case that it is about. */
  dossier_id: string | null
  /** When it bounced, as reported by the office or the mailbox. */
  bounced_at: number | null
  bounce_note: string | null
  /** Where mail programs unsubscribe the recipient, for letters to many. */
  unsubscribe_url: string | null
  /**
   * Until when it waits because the address has had its letters of the day; then it is sent in one letter with others.
   */
  held_until: number | null
  /** When it stayed here because no mail server was set. */
  stored_at: number | null
  /** The tokens in its links, until it is sent; they are never stored in the clear. */
  sealed_links: string | null
  /** When the code in it expires; afterwards it is not sent. */
  expires_at: number | null
  /** Whether a person wrote it, and not a program. */
  by_person: 1 | null
}

/** The wording of a letter, if administrators changed it. */
interface LetterWordingTable {
  kind: string
  subject: string
  body: string
  /** Of the default text that it replaced; null for those from before this was recorded. */
  default_hash: string | null
  updated_at: number
  updated_by: string | null
}

export type EnquiryState = 'new' | 'held' | 'answered' | 'closed'

/** A message to the office. */
interface EnquiryTable {
  id: string
  reference: string
  state: EnquiryState
  /** Rises with every action on it. */
  version: number
  name: string
  email: string
  subject: string
  body: string
  /** How strongly the message looks automated, and why. */
  score: number
  signs: string
  /** The hash of the message without the parts that programs vary. */
  text_key: string
  /** Set on messages of a flood, which the inbox shows as one row. */
  flood_key: string | null
  assigned_to: string | null
  received_at: number
  state_at: number
  closed_at: number | null
  spam_at: number | null
}

/** What was done about a message: a note, a reply, a move. */
interface EnquiryEventTable {
  enquiry_id: string
  number: number
  kind: string
  body: string
  made_by: string | null
  made_at: number
}

/** Someone who gets the newsletter, or requested it and has not confirmed yet. */
interface SubscriberTable {
  id: string
  email: string
  source: 'page' | 'membership'
  asked_at: number
  /** When the confirmation letter may be sent, if it could not be sent immediately. */
  letter_due_at: number | null
  confirmed_at: number | null
}

/** The links in letters to subscribers. The unsubscribe link works as long as they are subscribed. */
interface SubscriberLinkTable {
  token_hash: string
  subscriber_id: string
  purpose: 'confirm' | 'leave'
  expires_at: number | null
}

/** One row while no letter may be sent, because the site was restored. */
interface MailHoldTable {
  id: number
  since: number
}

/** An issue of the newsletter on its way to those who have not received it. */
interface NewsletterMailingTable {
  id: string
  entry_id: string
  started_at: number
  started_by: string | null
  ended_at: number | null
  /** Set if someone stopped it before everyone was emailed. */
  stopped_at: number | null
}

/** Who was emailed which issue; a subscriber gets each once. */
interface NewsletterLetterTable {
  entry_id: string
  subscriber_id: string
  mail_id: string
}
