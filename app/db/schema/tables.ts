import type { Kysely, Transaction } from 'kysely'
import type { BodyTables } from './body-tables.ts'
import type { CaseTables } from './case-tables.ts'
import type { ContentTables } from './content-tables.ts'
import type { MailTables } from './mail-tables.ts'
import type { MediaTables } from './media-tables.ts'
import type { OwnPageTables } from './own-page-tables.ts'
import type { PeopleTables } from './people-tables.ts'
import type { RulebookTables } from './rulebook-tables.ts'
import type { SiteTables } from './site-tables.ts'
import type { StaffTables } from './staff-tables.ts'

export type { BodyKind, BodyPost, Capability } from './body-tables.ts'
export type { CaseTypeName, ConfirmationPurpose } from './case-tables.ts'
export type { EntryState } from './content-tables.ts'
export type { EnquiryState } from './mail-tables.ts'
export type { HelperEnd, OwnRequestKind } from './own-page-tables.ts'
export type { CertificateKind, PeopleImportState } from './people-tables.ts'
export type { ErasureTable } from './site-tables.ts'
export type { StaffRole } from './staff-tables.ts'

/** The shape of every table. Times are milliseconds UTC, days are ISO text, JSON is text. */

export type Db = Kysely<Tables> | Transaction<Tables>

export interface Tables
  extends
    BodyTables,
    CaseTables,
    ContentTables,
    MailTables,
    MediaTables,
    OwnPageTables,
    PeopleTables,
    RulebookTables,
    SiteTables,
    StaffTables {}
