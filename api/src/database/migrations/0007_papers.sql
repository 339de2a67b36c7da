CREATE TABLE "paper_series" (
	"kind" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "papers" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"order_id" text NOT NULL,
	"payment_id" bigint NOT NULL,
	"cause" text NOT NULL,
	"about_id" bigint,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tax_point" timestamp with time zone NOT NULL,
	"net_pence" integer NOT NULL,
	"vat_pence" integer NOT NULL,
	"total_pence" integer NOT NULL,
	"content" jsonb NOT NULL,
	CONSTRAINT "papers_number" UNIQUE("kind","number"),
	CONSTRAINT "papers_once" UNIQUE("order_id","kind","cause"),
	CONSTRAINT "papers_kind_check" CHECK ("papers"."kind" in ('receipt', 'credit_note')),
	CONSTRAINT "papers_number_check" CHECK ("papers"."number" > 0),
	CONSTRAINT "papers_sum_check" CHECK ("papers"."net_pence" + "papers"."vat_pence" = "papers"."total_pence"),
	CONSTRAINT "papers_total_check" CHECK ("papers"."total_pence" > 0)
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "taken_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_about_id_fkey" FOREIGN KEY ("about_id") REFERENCES "public"."papers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "papers_issued" ON "papers" USING btree ("issued_at");--> statement-breakpoint
-- A paper says for ever what it said when it was issued. Only the customer may be taken out of it, whole.
CREATE FUNCTION "keep_papers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NOT NEW."content" ? 'customer'
    AND to_jsonb(NEW) #- '{content,customer}' = to_jsonb(OLD) #- '{content,customer}' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A paper is never changed and never deleted';
END
$$;--> statement-breakpoint
CREATE TRIGGER "papers_kept" BEFORE UPDATE OR DELETE ON "papers" FOR EACH ROW EXECUTE FUNCTION "keep_papers"();
