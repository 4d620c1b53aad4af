<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Glassformer</name>
    <message>
        <location filename="app/export/export_step.cpp"/>
        <source> · head %1</source>
        <translation> · Kopf %1</translation>
    </message>
    <message>
        <location filename="app/export/export_step.cpp"/>
        <source> · training step %1</source>
        <translation> · Trainingsschritt %1</translation>
    </message>
    <message>
        <location filename="app/export/export_step.cpp"/>
        <source>head %1</source>
        <translation>Kopf %1</translation>
    </message>
    <message>
        <location filename="app/session/history/run_history.cpp"/>
        <source>No moment of this run is remembered: one takes %1 MiB, and the memory for them has no room for two. Allow more under Lab, Memory of the time machine</source>
        <translation>Von diesem Lauf wird kein Moment gemerkt: Einer braucht %1 MiB, und das Gedächtnis hat keinen Platz für zwei. Erlauben Sie mehr unter Labor, Gedächtnis der Zeitmaschine</translation>
    </message>
    <message>
        <location filename="app/session/history/run_history.cpp"/>
        <source>Runs that are compared have one course; end the comparison to continue from a moment of the first</source>
        <translation>Läufe, die verglichen werden, haben einen Verlauf; beenden Sie den Vergleich, um von einem Moment des ersten weiterzumachen</translation>
    </message>
    <message>
        <location filename="app/session/history/run_history.cpp"/>
        <source>There is no branch %1 any more</source>
        <translation>Den Zweig %1 gibt es nicht mehr</translation>
    </message>
    <message>
        <location filename="app/session/history/run_history.cpp"/>
        <source>Pin two moments first, A and B: the difference is B less A</source>
        <translation>Merken Sie zuerst zwei Momente, A und B: Die Differenz ist B minus A</translation>
    </message>
    <message>
        <location filename="app/session/labs/lab_measures.cpp"/>
        <source>Type another text of as many tokens: this one is the other example then.</source>
        <translation>Geben Sie einen anderen Text mit gleich vielen Token ein: Dann ist dieser das andere Beispiel.</translation>
    </message>
    <message>
        <location filename="app/session/labs/lab_measures.cpp"/>
        <source>of the examples that are kept from training %1 are as long as this one</source>
        <translation>von den Beispielen, die vom Training ferngehalten werden, sind %1 so lang wie dieses</translation>
    </message>
    <message>
        <location filename="app/session/labs/lab_measures.cpp"/>
        <source>of the examples that were looked at before %1 are as long as this one</source>
        <translation>von den Beispielen, die vorher zu sehen waren, sind %1 so lang wie dieses</translation>
    </message>
    <message>
        <location filename="app/session/labs/lesson_bench.cpp"/>
        <source>the page names the file %1, and a text that was copied has none beside it</source>
        <translation>die Seite nennt die Datei %1, und neben einem kopierten Text liegt keine</translation>
    </message>
    <message>
        <location filename="app/session/labs/lesson_bench.cpp"/>
        <source>Training the lesson's model: step %1 of %2…</source>
        <translation>Das Modell der Lektion wird trainiert: Schritt %1 von %2 …</translation>
    </message>
    <message>
        <location filename="app/session/new_model/model_form.cpp"/>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <location filename="app/session/new_model/model_form.cpp"/>
        <source>What a text is cut into: characters; words, for pairs, at white space; or bpe, for a text: byte pairs, which are characters at first and grow to parts of words and to words.</source>
        <translation>Worin ein Text zerlegt wird: in Zeichen (characters); für Paare in Wörter (words), an Leerzeichen; oder, für einen Text, in Byte-Paare (bpe), die erst Zeichen sind und zu Wortteilen und Wörtern wachsen.</translation>
    </message>
    <message>
        <location filename="app/session/new_model/model_form.cpp"/>
        <source>Merges</source>
        <translation>Verschmelzungen</translation>
    </message>
    <message>
        <location filename="app/session/new_model/model_form.cpp"/>
        <source>Of byte pairs: how often the two tokens that stand beside each other most often become one before training begins. It ends earlier where no two tokens stand beside each other twice.</source>
        <translation>Bei Byte-Paaren: wie oft die beiden Token, die am häufigsten nebeneinander stehen, eines werden, bevor das Training beginnt. Es endet früher, wo keine zwei Token zweimal nebeneinander stehen.</translation>
    </message>
    <message>
        <location filename="app/session/new_model/model_form.cpp"/>
        <source>One training step would need about %1 of memory, and %2 are free. A smaller batch, longest sequence or model would fit.</source>
        <translation>Ein Trainingsschritt bräuchte etwa %1 Speicher, frei sind %2. Ein kleinerer Batch, eine kürzere längste Folge oder ein kleineres Modell passte.</translation>
    </message>
    <message>
        <location filename="app/session/new_model/model_form.cpp"/>
        <source>It needs bpe under Tokens.</source>
        <translation>Nötig ist bpe bei Token.</translation>
    </message>
    <message>
        <location filename="app/session/new_model/model_form.cpp"/>
        <source>Only the task text is cut into windows.</source>
        <translation>Nur die Aufgabe text wird in Fenster geschnitten.</translation>
    </message>
    <message>
        <location filename="app/session/new_model/model_form.cpp"/>
        <source>It needs %1.</source>
        <translation>Nötig ist %1.</translation>
    </message>
    <message>
        <location filename="app/session/new_model/model_form.cpp"/>
        <source>%1 is %2; it must be %3</source>
        <translation>%1 ist %2; erlaubt ist: %3</translation>
    </message>
    <message>
        <location filename="app/session/new_model/model_form.cpp"/>
        <source>between %1 and %2</source>
        <translation>zwischen %1 und %2</translation>
    </message>
    <message>
        <location filename="app/session/new_model/model_form.cpp"/>
        <source>Choose the file that it is to learn from.</source>
        <translation>Wählen Sie die Datei, aus der gelernt werden soll.</translation>
    </message>
    <message>
        <location filename="app/session/new_model/model_form.cpp"/>
        <source>There is no file %1.</source>
        <translation>Es gibt keine Datei %1.</translation>
    </message>
    <message>
        <location filename="app/session/new_model/model_form.cpp"/>
        <source>Training would need about %1 of memory, and %2 are free. More frozen layers or a smaller batch would fit.</source>
        <translation>Das Training bräuchte etwa %1 Speicher, frei sind %2. Mehr eingefrorene Schichten oder ein kleinerer Batch würden passen.</translation>
    </message>
    <message>
        <location filename="app/session/new_model/presets.cpp"/>
        <source>Small</source>
        <translation>Klein</translation>
    </message>
    <message>
        <location filename="app/session/new_model/presets.cpp"/>
        <source>One layer of width 32 with two heads: the matrices are small, and it learns in a moment. Only the size changes; what kind of model it is stays.</source>
        <translation>Eine Schicht der Breite 32 mit zwei Köpfen: Die Matrizen sind klein, und es lernt in einem Augenblick. Nur die Größe ändert sich; was für ein Modell es ist, bleibt.</translation>
    </message>
    <message>
        <location filename="app/session/new_model/presets.cpp"/>
        <source>Default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <location filename="app/session/new_model/presets.cpp"/>
        <source>What learns this task: two layers of width 64 with four heads.</source>
        <translation>Was diese Aufgabe lernt: zwei Schichten der Breite 64 mit vier Köpfen.</translation>
    </message>
    <message>
        <location filename="app/session/new_model/presets.cpp"/>
        <source>Large</source>
        <translation>Groß</translation>
    </message>
    <message>
        <location filename="app/session/new_model/presets.cpp"/>
        <source>Four layers of width 128 with eight heads: several times the weights of the default. Below stands how long that takes here. Only the size changes; what kind of model it is stays.</source>
        <translation>Vier Schichten der Breite 128 mit acht Köpfen: ein Mehrfaches der Gewichte der Vorgabe. Unten steht, wie lange das hier dauert. Nur die Größe ändert sich; was für ein Modell es ist, bleibt.</translation>
    </message>
    <message>
        <location filename="app/session/new_model/presets.cpp"/>
        <source>GPT-2, small</source>
        <translation>GPT-2, klein</translation>
    </message>
    <message>
        <location filename="app/session/new_model/presets.cpp"/>
        <source>As GPT-2 is built (Radford et al. 2019): decoder-only, Pre-LN, GELU by tanh, biases, learned positions, tied embeddings. Its size and its training stay as they are.</source>
        <translation>Wie GPT-2 gebaut ist (Radford et al. 2019): nur Decoder, Pre-LN, GELU durch tanh, Biases, gelernte Positionen, gekoppelte Embeddings. Größe und Training bleiben, wie sie sind.</translation>
    </message>
    <message>
        <location filename="app/session/new_model/presets.cpp"/>
        <source>Llama, small</source>
        <translation>Llama, klein</translation>
    </message>
    <message>
        <location filename="app/session/new_model/presets.cpp"/>
        <source>As Llama is built (Touvron et al. 2023), but small: decoder-only, RMSNorm before each sub-layer, a feed-forward layer gated by SiLU, rotary positions, no biases; four heads share two of keys and values, which came with Llama 2 and 3. Its training stays as it is.</source>
        <translation>Wie Llama gebaut ist (Touvron et al. 2023), aber klein: nur Decoder, RMSNorm vor jeder Teilschicht, eine Feed-Forward-Schicht mit Gates aus SiLU, rotierende Positionen, keine Biases; vier Köpfe teilen sich zwei aus Keys und Values, was mit Llama 2 und 3 kam. Das Training bleibt, wie es ist.</translation>
    </message>
    <message>
        <location filename="app/session/new_model/presets.cpp"/>
        <source>The 2017 paper, small</source>
        <translation>Die Veröffentlichung von 2017, klein</translation>
    </message>
    <message>
        <location filename="app/session/new_model/presets.cpp"/>
        <source>As Vaswani et al. 2017 built and trained it, but small: encoder and decoder, Post-LN, ReLU, sinusoidal positions, F = 4·D, tied embeddings, dropout 0.1; Adam with β₂ 0.98 and ε 1e-9, noam with a short warm-up, label smoothing 0.1. The number of training steps stays as it is.</source>
        <translation>Wie Vaswani et al. 2017 es gebaut und trainiert haben, nur klein: Encoder und Decoder, Post-LN, ReLU, sinusförmige Positionen, F = 4·D, gekoppelte Embeddings, Dropout 0,1; Adam mit β₂ 0,98 und ε 1e-9, noam mit kurzem Warm-up, Label Smoothing 0,1. Die Zahl der Trainingsschritte bleibt, wie sie ist.</translation>
    </message>
    <message>
        <location filename="app/session/new_model/presets.cpp"/>
        <source>A picture and its caption</source>
        <translation>Ein Bild und seine Beschreibung</translation>
    </message>
    <message>
        <location filename="app/session/new_model/presets.cpp"/>
        <source>Coloured shapes are read, and a sentence is written that says what lies where. Task, model and training are those that learn it.</source>
        <translation>Farbige Formen werden gelesen, und ein Satz wird geschrieben, der sagt, was wo liegt. Aufgabe, Modell und Training sind die, die es lernen.</translation>
    </message>
    <message>
        <location filename="app/session/new_model/samples.cpp"/>
        <source>Sample text</source>
        <translation>Beispieltext</translation>
    </message>
    <message>
        <location filename="app/session/new_model/samples.cpp"/>
        <source>Sample table</source>
        <translation>Beispieltabelle</translation>
    </message>
    <message>
        <location filename="app/session/new_model/samples.cpp"/>
        <source>Sample pairs</source>
        <translation>Beispielpaare</translation>
    </message>
    <message>
        <location filename="app/session/open_run/failure_guard.cpp"/>
        <source>The card has not enough memory for this.</source>
        <translation>Dafür hat die Karte nicht genug Speicher.</translation>
    </message>
    <message>
        <location filename="app/session/open_run/failure_guard.cpp"/>
        <source>This needs %1 in one piece; the card gives %2 at most.</source>
        <translation>Das braucht %1 in einem Stück; die Karte gibt höchstens %2.</translation>
    </message>
    <message>
        <location filename="app/session/open_run/failure_guard.cpp"/>
        <source>This needs %1, more than the card has free.</source>
        <translation>Das braucht %1, mehr, als auf der Karte frei ist.</translation>
    </message>
    <message>
        <location filename="app/session/open_run/failure_guard.cpp"/>
        <source>This needs %1; the card has %2 free.</source>
        <translation>Das braucht %1; auf der Karte sind %2 frei.</translation>
    </message>
    <message>
        <location filename="app/session/open_run/failure_guard.cpp"/>
        <source>The graphics card stopped answering: %1. The run is on the processor now and goes on from training step %2.</source>
        <translation>Die Grafikkarte antwortet nicht mehr: %1. Der Lauf ist jetzt auf dem Prozessor und geht ab Trainingsschritt %2 weiter.</translation>
    </message>
    <message>
        <location filename="app/session/open_run/failure_guard.cpp"/>
        <source>%1 The run is on the processor now and goes on from training step %2; a smaller batch needs less.</source>
        <translation>%1 Der Lauf ist jetzt auf dem Prozessor und geht ab Trainingsschritt %2 weiter; ein kleinerer Batch braucht weniger.</translation>
    </message>
    <message>
        <location filename="app/session/open_run/failure_guard.cpp"/>
        <source>%1 Nothing has changed; a smaller batch needs less, and the processor (cpu) has its own memory.</source>
        <translation>%1 Es hat sich nichts geändert; ein kleinerer Batch braucht weniger, und der Prozessor (cpu) hat eigenen Speicher.</translation>
    </message>
    <message>
        <location filename="app/session/open_run/looking_back.cpp"/>
        <source>The film is drawn…</source>
        <translation>Der Film wird gezeichnet …</translation>
    </message>
    <message>
        <location filename="app/session/open_run/looking_back.cpp"/>
        <source>The film is drawn: %1 %</source>
        <translation>Der Film wird gezeichnet: %1 %</translation>
    </message>
    <message>
        <location filename="app/session/open_run/looking_back.cpp"/>
        <source>The history beside this model was left out: %1</source>
        <translation>Die Vorgeschichte neben diesem Modell wurde weggelassen: %1</translation>
    </message>
    <message>
        <location filename="app/session/open_run/open_run.cpp"/>
        <source>Opened from a folder of files, which do not say what it learned from</source>
        <translation>Aus einem Ordner mit Dateien geöffnet, die nicht sagen, woraus es gelernt hat</translation>
    </message>
    <message>
        <location filename="app/session/open_run/open_run.cpp"/>
        <source>Opened from a folder of files; learns pairs of your own</source>
        <translation>Aus einem Ordner mit Dateien geöffnet; lernt eigene Paare</translation>
    </message>
    <message>
        <location filename="app/session/open_run/open_run.cpp"/>
        <source>Opened from a folder of files; learns pairs of your own: source = target</source>
        <translation>Aus einem Ordner mit Dateien geöffnet; lernt Paare von Ihnen: Eingabe = Ausgabe</translation>
    </message>
    <message>
        <location filename="app/session/open_run/open_run.cpp"/>
        <source>Opened from a folder of files; learns to fill in hidden words of a text of your own</source>
        <translation>Aus einem Ordner mit Dateien geöffnet; lernt, verdeckte Wörter in einem Text von Ihnen einzusetzen</translation>
    </message>
    <message>
        <location filename="app/session/open_run/open_run.cpp"/>
        <source>Opened from a folder of files; learns to write on like a text of your own, token by token</source>
        <translation>Aus einem Ordner mit Dateien geöffnet; lernt, wie ein Text von Ihnen weiterzuschreiben, Token für Token</translation>
    </message>
    <message>
        <location filename="app/session/open_run/session_state.cpp"/>
        <source>This model cannot be trained further: %1</source>
        <translation>Dieses Modell kann nicht weiter trainiert werden: %1</translation>
    </message>
    <message>
        <location filename="app/session/opening/run_builder.cpp"/>
        <source>How the window was left stands in the file, but cannot be shown: %1</source>
        <translation>Wie das Fenster verlassen wurde, steht in der Datei, lässt sich aber nicht zeigen: %1</translation>
    </message>
    <message>
        <location filename="app/session/opening/run_builder.cpp"/>
        <source>What labs have found stands in the file, but cannot be shown: %1</source>
        <translation>Was Labore gefunden haben, steht in der Datei, lässt sich aber nicht zeigen: %1</translation>
    </message>
    <message>
        <location filename="app/session/opening/run_builder.cpp"/>
        <source>%1 merges were made of %2 that were asked for: no other two tokens of the text stand beside each other twice.</source>
        <translation>Von %2 verlangten Verschmelzungen wurden %1 gemacht: Keine anderen zwei Token des Textes stehen zweimal nebeneinander.</translation>
    </message>
    <message>
        <location filename="app/session/opening/run_builder.cpp"/>
        <source>The context is %1 and not %2 tokens: the last tenth of the text, which is for validation, has no more.</source>
        <translation>Der Kontext hat %1 und nicht %2 Token: Das letzte Zehntel des Textes, das der Validierung dient, hat nicht mehr.</translation>
    </message>
    <message>
        <location filename="app/session/opening/run_builder.cpp"/>
        <source>Building the model…</source>
        <translation>Das Modell wird gebaut …</translation>
    </message>
    <message>
        <location filename="app/session/opening/run_builder.cpp"/>
        <source>Computing the first picture of %1 weights…</source>
        <translation>Das erste Bild von %1 Gewichten wird berechnet …</translation>
    </message>
    <message>
        <location filename="app/session/opening/run_builder.cpp"/>
        <source>Reading the text…</source>
        <translation>Liest den Text …</translation>
    </message>
    <message>
        <location filename="app/session/opening/run_builder.cpp"/>
        <source>Reading the model…</source>
        <translation>Das Modell wird gelesen …</translation>
    </message>
    <message>
        <location filename="app/session/opening/run_builder.cpp"/>
        <source>This model can be looked into but not trained further: %1</source>
        <translation>Dieses Modell kann angesehen, aber nicht weiter trainiert werden: %1</translation>
    </message>
    <message>
        <location filename="app/session/opening/run_opener.cpp"/>
        <source>An opened model has no first weights to begin anew with; open it again to have those that it came with.</source>
        <translation>Ein geöffnetes Modell hat keine Anfangsgewichte, mit denen es neu beginnen könnte; öffnen Sie es noch einmal, um die zu haben, mit denen es kam.</translation>
    </message>
    <message>
        <location filename="app/session/run/device_list.cpp"/>
        <source>no graphics card</source>
        <translation>keine Grafikkarte</translation>
    </message>
    <message>
        <location filename="app/session/run/device_list.cpp"/>
        <source>No graphics card was found that can compute</source>
        <translation>Es wurde keine Grafikkarte gefunden, die rechnen kann</translation>
    </message>
    <message>
        <location filename="app/session/run/device_list.cpp"/>
        <source>looking for graphics cards…</source>
        <translation>sucht Grafikkarten …</translation>
    </message>
    <message>
        <location filename="app/session/run/device_list.cpp"/>
        <source>Their drivers are tried in a process of their own</source>
        <translation>Ihre Treiber werden in einem eigenen Prozess erprobt</translation>
    </message>
    <message>
        <location filename="app/session/run/device_list.cpp"/>
        <source>tuning %1: %2 of %3…</source>
        <translation>%1 wird eingestellt: %2 von %3 …</translation>
    </message>
    <message>
        <location filename="app/session/run/device_list.cpp"/>
        <source>Which kernels are the fastest on it is measured once for each version of its driver</source>
        <translation>Welche Kernel auf ihr am schnellsten sind, wird für jede Version ihres Treibers einmal gemessen</translation>
    </message>
    <message>
        <location filename="app/session/run/kept_results.cpp"/>
        <source>a head has the losses of %1 tokens, and the model those of %2</source>
        <translation>ein Kopf hat die Verluste von %1 Token, das Modell die von %2</translation>
    </message>
    <message>
        <location filename="app/session/run/kept_results.cpp"/>
        <source>a grid has %1 columns, and the example %2 tokens</source>
        <translation>ein Gitter hat %1 Spalten und das Beispiel %2 Token</translation>
    </message>
    <message>
        <location filename="app/session/run/kept_results.cpp"/>
        <source>the examples have different lengths</source>
        <translation>die Beispiele sind verschieden lang</translation>
    </message>
    <message>
        <location filename="app/session/run/kept_results.cpp"/>
        <source>%1 is unknown</source>
        <translation>%1 ist unbekannt</translation>
    </message>
    <message>
        <location filename="app/session/run/kept_results.cpp"/>
        <source>%1 is wrong; %2 is needed</source>
        <translation>%1 ist falsch; nötig ist %2</translation>
    </message>
    <message>
        <location filename="app/session/run/kept_results.cpp"/>
        <source>a list of at most %1</source>
        <translation>eine Liste von höchstens %1</translation>
    </message>
    <message>
        <location filename="app/session/run/kept_results.cpp"/>
        <source>an object</source>
        <translation>ein Objekt</translation>
    </message>
    <message>
        <location filename="app/session/run/run_answer.cpp"/>
        <source>this model says numbers, and there are no words to choose among; its forecast is the operation Prediction, which the view Series draws</source>
        <translation>dieses Modell sagt Zahlen, und es gibt keine Wörter zur Auswahl; was es vorhersagt, ist die Operation Vorhersage, die die Ansicht Zeitreihe zeichnet</translation>
    </message>
    <message>
        <location filename="app/session/run/run_answer.cpp"/>
        <source>this model has no vocabulary; there are no words to write with</source>
        <translation>dieses Modell hat kein Vokabular; es gibt keine Wörter, mit denen es schreiben könnte</translation>
    </message>
    <message>
        <location filename="app/session/run/run_example.cpp"/>
        <source>too long by %1: this model reads at most %2, special tokens and padding included</source>
        <translation>um %1 zu lang: Dieses Modell liest höchstens %2, Spezialtoken und Auffüllung eingeschlossen</translation>
    </message>
    <message>
        <location filename="app/session/run/run_example.cpp"/>
        <source>has %1, which is the number of no token; the folder has no tokenizer, and so tokens are given by their numbers, 0 to %2</source>
        <translation>enthält %1, was keine Nummer eines Tokens ist; der Ordner hat keinen Tokenizer, deshalb werden Token mit ihren Nummern angegeben, 0 bis %2</translation>
    </message>
    <message>
        <location filename="app/session/run/run_example.cpp"/>
        <source>names what the source does not have; its rows are 1 to %1</source>
        <translation>nennt, was die Quelle nicht hat; ihre Zeilen sind 1 bis %1</translation>
    </message>
    <message>
        <location filename="app/session/run/run_example.cpp"/>
        <source>names row %1 twice; each can be chosen once</source>
        <translation>nennt Zeile %1 zweimal; jede kann einmal gewählt werden</translation>
    </message>
    <message>
        <location filename="app/session/run/run_example.cpp"/>
        <source>%1 is unknown to this model and is read as &lt;unk&gt;</source>
        <translation>%1 kennt dieses Modell nicht und liest es als &lt;unk&gt;</translation>
    </message>
    <message>
        <location filename="app/session/run/run_example.cpp"/>
        <source>%1 are unknown to this model and are read as &lt;unk&gt;</source>
        <translation>%1 sind diesem Modell unbekannt und werden als &lt;unk&gt; gelesen</translation>
    </message>
    <message>
        <location filename="app/session/run/run_example.cpp"/>
        <source>longer than anything that this run is trained on, which is at most %1: the positions beyond that learn nothing</source>
        <translation>länger als alles, womit dieser Lauf trainiert wird, nämlich höchstens %1: Die Positionen dahinter lernen nichts</translation>
    </message>
    <message>
        <location filename="app/session/run/run_example.cpp"/>
        <source>longer than anything that this run is trained on, which is at most %1</source>
        <translation>länger als alles, womit dieser Lauf trainiert wird, nämlich höchstens %1</translation>
    </message>
    <message>
        <location filename="app/session/run/run_example.cpp"/>
        <source>has no numbers; give at least one row</source>
        <translation>hat keine Zahlen; mindestens eine Zeile wird gebraucht</translation>
    </message>
    <message>
        <location filename="app/session/run/run_example.cpp"/>
        <source>has %1, but the source has %2; each needs one</source>
        <translation>hat %1, aber die Quelle hat %2; jedes braucht eines</translation>
    </message>
    <message>
        <location filename="app/session/run/run_model.cpp"/>
        <source>the model reads or says another kind of data than the task has; its input and its output follow from the task</source>
        <translation>das Modell liest oder sagt eine andere Art von Daten, als die Aufgabe hat; seine Eingabe und seine Ausgabe folgen aus der Aufgabe</translation>
    </message>
    <message>
        <location filename="app/session/run/run_model.cpp"/>
        <source>it was opened from a folder, which has no examples to learn from; Train on a text, in the menu Model, gives it some</source>
        <translation>es wurde aus einem Ordner geöffnet, der keine Beispiele zum Lernen hat; „Mit einem Text trainieren“ im Menü „Modell“ gibt ihm welche</translation>
    </message>
    <message>
        <location filename="app/session/run/writing.cpp"/>
        <source>an encoder-only model labels its source all at once; only a model with a decoder writes token by token</source>
        <translation>ein Modell nur mit Encoder versieht seine Quelle auf einmal mit Labels; nur ein Modell mit Decoder schreibt Token für Token</translation>
    </message>
    <message>
        <location filename="app/session/saving/copy_keeper.cpp"/>
        <source>No recovery copy can be kept: %1</source>
        <translation>Es kann keine Sicherungskopie behalten werden: %1</translation>
    </message>
    <message>
        <location filename="app/session/saving/recovery.cpp"/>
        <source>no copies are kept</source>
        <translation>es werden keine Kopien aufgehoben</translation>
    </message>
    <message>
        <location filename="app/session/saving/recovery.cpp"/>
        <source>there is no place for another one in %1</source>
        <translation>in %1 ist kein Platz für eine weitere</translation>
    </message>
    <message>
        <location filename="app/session/saving/recovery.cpp"/>
        <source>the run is larger than %1 MiB</source>
        <translation>der Lauf ist größer als %1 MiB</translation>
    </message>
    <message>
        <location filename="app/session/saving/run_saver.cpp"/>
        <source>%1, without its moments</source>
        <translation>%1, ohne seine Momente</translation>
    </message>
    <message>
        <location filename="app/session/saving/run_saver.cpp"/>
        <source>The run after training step %1 is in %2, and the next start offers it</source>
        <translation>Der Lauf nach Trainingsschritt %1 ist in %2, und der nächste Start bietet ihn an</translation>
    </message>
    <message>
        <location filename="app/session/side_jobs.cpp"/>
        <source>There is no model to compute</source>
        <translation>Es gibt kein Modell, das berechnet werden könnte</translation>
    </message>
    <message>
        <location filename="app/session/thread/outbox.h"/>
        <source>There is not enough memory for this; take a smaller model, batch or file.</source>
        <translation>Dafür reicht der Speicher nicht; nehmen Sie ein kleineres Modell, einen kleineren Batch oder eine kleinere Datei.</translation>
    </message>
    <message>
        <location filename="app/session/training/picture_maker.cpp"/>
        <source>has more than one tab</source>
        <translation>hat mehr als einen Tabulator</translation>
    </message>
    <message>
        <location filename="app/session/training/picture_maker.cpp"/>
        <source>has a tab, but this model reads one text</source>
        <translation>hat einen Tabulator, aber dieses Modell liest nur einen Text</translation>
    </message>
    <message>
        <location filename="app/session/training/picture_maker.cpp"/>
        <source>needs a tab and what is right behind it, since nobody knows it</source>
        <translation>braucht einen Tabulator und dahinter die richtige Antwort, denn niemand kennt sie</translation>
    </message>
    <message>
        <location filename="app/session/training/picture_maker.cpp"/>
        <source>This model does not read and say words; a batch of sentences needs one that does.</source>
        <translation>Dieses Modell liest und sagt keine Wörter; ein Batch aus Sätzen braucht eines, das es tut.</translation>
    </message>
    <message>
        <location filename="app/session/training/picture_maker.cpp"/>
        <source>one line too many; a batch of one's own has at most %1</source>
        <translation>eine Zeile zu viel; ein eigener Batch hat höchstens %1</translation>
    </message>
    <message>
        <location filename="app/session/training/run_changes.cpp"/>
        <source>The backend cannot be changed while runs are compared; end the comparison first</source>
        <translation>Das Backend lässt sich nicht ändern, während Läufe verglichen werden; beenden Sie zuerst den Vergleich</translation>
    </message>
    <message>
        <location filename="app/session/training/training.cpp"/>
        <source>Runs B and C stopped, at last at training step %1, and cannot be trained further; end the comparison to train A alone</source>
        <translation>Die Läufe B und C haben angehalten, zuletzt bei Trainingsschritt %1, und lassen sich nicht weitertrainieren; beenden Sie den Vergleich, um A allein zu trainieren</translation>
    </message>
    <message>
        <location filename="app/session/training/training.cpp"/>
        <source>Run B stopped at training step %1 and cannot be trained further; end the comparison to train A alone</source>
        <translation>Lauf B endete bei Trainingsschritt %1 und kann nicht weiter trainiert werden; beenden Sie den Vergleich, um A allein zu trainieren</translation>
    </message>
    <message>
        <location filename="app/session/training/training.cpp"/>
        <source>%1 training steps are done. %2</source>
        <translation>%1 Trainingsschritte sind fertig. %2</translation>
    </message>
    <message>
        <location filename="core/backend/backends.cpp"/>
        <source>No graphics card was found that can compute: what OpenCL offers as "opencl:0" is a processor</source>
        <translation>Es wurde keine Grafikkarte gefunden, die rechnen kann: Was OpenCL als „opencl:0“ anbietet, ist ein Prozessor</translation>
    </message>
    <message>
        <location filename="core/backend/backends.cpp"/>
        <source>There is no backend "%1"; there are %2</source>
        <translation>Es gibt kein Backend „%1“; es gibt %2</translation>
    </message>
    <message>
        <location filename="core/backend/backends.cpp"/>
        <source>There is no device "%1"; the last one is number %2</source>
        <translation>Es gibt kein Gerät „%1“; das letzte hat die Nummer %2</translation>
    </message>
    <message>
        <location filename="core/backend/backends.cpp"/>
        <source>"%1" is no device; the first of %2 is "%2:0"</source>
        <translation>„%1“ ist kein Gerät; das erste von %2 ist „%2:0“</translation>
    </message>
    <message>
        <location filename="core/backend/gpu/cuda_device.cpp"/>
        <source>compiling the kernels: %1</source>
        <translation>beim Übersetzen der Kernel: %1</translation>
    </message>
    <message>
        <location filename="core/backend/gpu/cuda_device.cpp"/>
        <source>listing NVIDIA's cards</source>
        <translation>Auflisten von NVIDIAs Karten</translation>
    </message>
    <message>
        <location filename="core/backend/gpu/cuda_device.cpp"/>
        <source>starting NVIDIA's driver</source>
        <translation>Starten von NVIDIAs Treiber</translation>
    </message>
    <message>
        <location filename="core/backend/gpu/cuda_device.cpp"/>
        <source>CUDA's error %1</source>
        <translation>Fehler %1 von CUDA</translation>
    </message>
    <message>
        <location filename="core/backend/gpu/device_failure.cpp"/>
        <source>%1 failed at %2: %3</source>
        <translation>%1 ist beim %2 gescheitert: %3</translation>
    </message>
    <message>
        <location filename="core/backend/gpu/device_failure.cpp"/>
        <source>this needs %1 of memory, more than %2 has free</source>
        <translation>das braucht %1 Speicher, mehr, als auf %2 frei ist</translation>
    </message>
    <message>
        <location filename="core/backend/gpu/device_failure.cpp"/>
        <source>this needs %1 of memory; %2 has %3 free</source>
        <translation>das braucht %1 Speicher; auf %2 sind %3 frei</translation>
    </message>
    <message>
        <location filename="core/backend/gpu/device_failure.cpp"/>
        <source>this needs %1 of memory in one piece; %2 gives %3 at most</source>
        <translation>das braucht %1 Speicher am Stück; %2 gibt höchstens %3</translation>
    </message>
    <message>
        <location filename="core/backend/gpu/device_failure.h"/>
        <source>taking memory</source>
        <translation>Belegen von Speicher</translation>
    </message>
    <message>
        <location filename="core/backend/gpu/device_failure.h"/>
        <source>preparing a training step</source>
        <translation>Vorbereiten eines Trainingsschritts</translation>
    </message>
    <message>
        <location filename="core/backend/gpu/device_failure.h"/>
        <source>running a training step</source>
        <translation>Rechnen eines Trainingsschritts</translation>
    </message>
    <message>
        <location filename="core/backend/gpu/device_failure.h"/>
        <source>writing to its memory</source>
        <translation>Schreiben in seinen Speicher</translation>
    </message>
    <message>
        <location filename="core/backend/gpu/device_failure.h"/>
        <source>reading its memory</source>
        <translation>Lesen seines Speichers</translation>
    </message>
    <message>
        <location filename="core/backend/gpu/opencl_device.cpp"/>
        <source>the device is not available</source>
        <translation>das Gerät ist nicht verfügbar</translation>
    </message>
    <message>
        <location filename="core/backend/gpu/opencl_device.cpp"/>
        <source>the computer has not enough memory</source>
        <translation>der Rechner hat nicht genug Speicher</translation>
    </message>
    <message>
        <location filename="core/backend/gpu/opencl_device.cpp"/>
        <source>the driver could not compile the kernels</source>
        <translation>der Treiber konnte die Kernel nicht übersetzen</translation>
    </message>
    <message>
        <location filename="core/backend/gpu/opencl_device.cpp"/>
        <source>OpenCL's error %1</source>
        <translation>Fehler %1 von OpenCL</translation>
    </message>
    <message>
        <location filename="core/backend/gpu/opencl_device.cpp"/>
        <source>%1: %2
%3</source>
        <translation>%1: %2
%3</translation>
    </message>
    <message>
        <location filename="core/data/batch.cpp"/>
        <source>choice %1 is no row of the source; it has the rows 1 to %2</source>
        <translation>Wahl %1 ist keine Zeile der Quelle; sie hat die Zeilen 1 bis %2</translation>
    </message>
    <message>
        <location filename="core/data/batch.cpp"/>
        <source>row %1 is chosen twice; each can be chosen once</source>
        <translation>Zeile %1 wird zweimal gewählt; jede kann einmal gewählt werden</translation>
    </message>
    <message>
        <location filename="core/data/cloze_task.cpp"/>
        <source>The text has %1 in it, which stands for a hidden character; write it in another way.</source>
        <translation>Im Text steht %1, das ein verdecktes Zeichen bedeutet; schreiben Sie es anders.</translation>
    </message>
    <message>
        <location filename="core/data/generated_task.cpp"/>
        <source>The task "%1" cannot be put to the architecture "encoder", which says as much as it reads: its targets have another length. Choose "encoder-decoder".</source>
        <translation>Die Aufgabe „%1“ lässt sich der Architektur „encoder“ nicht stellen, die so viel sagt, wie sie liest: Ihre Ziele haben eine andere Länge. Wählen Sie „encoder-decoder“.</translation>
    </message>
    <message>
        <location filename="core/data/generated_task.cpp"/>
        <source>The task "%1" cannot be put to the architecture "decoder": what it points at are rows that an encoder reads. Choose "encoder-decoder".</source>
        <translation>Die Aufgabe „%1“ geht nicht mit der Architektur „decoder“: Worauf sie zeigt, sind Zeilen, die ein Encoder liest. Wählen Sie „encoder-decoder“.</translation>
    </message>
    <message>
        <location filename="core/data/generated_task.cpp"/>
        <source>The task "%1" cannot be put to the architecture "encoder", which gives one label to each token of the source: its targets have another length. Choose "encoder-decoder" or "decoder".</source>
        <translation>Die Aufgabe „%1“ passt nicht zur Architektur „encoder“, die jedem Token der Quelle ein Label gibt: Ihre Ziele haben eine andere Länge. Wählen Sie „encoder-decoder“ oder „decoder“.</translation>
    </message>
    <message>
        <location filename="core/data/opened_pairs_task.cpp"/>
        <source>the source is empty; a line is source, tab, target.</source>
        <translation>die Quelle ist leer; eine Zeile ist Quelle, Tabulator, Ziel.</translation>
    </message>
    <message>
        <location filename="core/data/opened_pairs_task.cpp"/>
        <source>the target is empty; a line is source, tab, target.</source>
        <translation>das Ziel ist leer; eine Zeile ist Quelle, Tabulator, Ziel.</translation>
    </message>
    <message>
        <location filename="core/data/opened_pairs_task.cpp"/>
        <source>the source contains %1, which stands between source and target; write it in another way.</source>
        <translation>in der Eingabe steht %1, das Eingabe und Ausgabe trennt; schreiben Sie es anders.</translation>
    </message>
    <message>
        <location filename="core/data/opened_pairs_task.cpp"/>
        <source>source and target have %1 together, but the model has room for %2.</source>
        <translation>Eingabe und Ausgabe haben zusammen %1, aber das Modell hat Platz für %2.</translation>
    </message>
    <message>
        <location filename="core/data/opened_pairs_task.cpp"/>
        <source>a side has %1, but the model has room for %2.</source>
        <translation>eine Seite hat %1, das Modell hat aber Platz für %2.</translation>
    </message>
    <message>
        <location filename="core/data/opened_pairs_task.cpp"/>
        <source>The file has no pairs; a line is source, tab, target.</source>
        <translation>Die Datei enthält keine Paare; eine Zeile ist Quelle, Tabulator, Ziel.</translation>
    </message>
    <message>
        <location filename="core/data/opened_pairs_task.cpp"/>
        <source>Pairs are learned by an opened model that writes, as GPT-2 or T5 does; one that fills in hidden words learns from a text.</source>
        <translation>Paare lernt ein geöffnetes Modell, das schreibt, wie GPT-2 oder T5; eines, das verdeckte Wörter einsetzt, lernt aus einem Text.</translation>
    </message>
    <message>
        <location filename="core/data/opened_text_task.cpp"/>
        <source>The model's tokenizer has no mask token, which stands for a hidden word; hidden words are what such a model learns.</source>
        <translation>Der Tokenizer des Modells hat kein Maskentoken, das für ein verdecktes Wort steht; ein solches Modell lernt verdeckte Wörter.</translation>
    </message>
    <message>
        <location filename="core/data/opened_text_task.cpp"/>
        <source>The text has %1 in it, which stands for a hidden word; write it in another way.</source>
        <translation>Im Text steht %1, das ein verdecktes Wort bedeutet; schreiben Sie es anders.</translation>
    </message>
    <message>
        <location filename="core/data/opened_text_task.cpp"/>
        <source>An encoder–decoder learns from pairs, not from a text: choose pairs, with a source, a tab and a target on each line.</source>
        <translation>Ein Encoder–Decoder lernt aus Paaren, nicht aus einem Text: Wählen Sie Paare, mit Quelle, Tabulator und Ziel in jeder Zeile.</translation>
    </message>
    <message>
        <location filename="core/data/opened_text_task.cpp"/>
        <source>The text has only %1; a text to learn from has at least %2.</source>
        <translation>Der Text hat nur %1; ein Text zum Lernen hat mindestens %2.</translation>
    </message>
    <message>
        <location filename="core/data/opened_text_task.cpp"/>
        <source>There is room for %1 only, and the model's tokenizer puts as many special ones around a text.</source>
        <translation>Es ist nur Platz für %1, und ebenso viele besondere setzt der Tokenizer des Modells um einen Text.</translation>
    </message>
    <message>
        <location filename="core/data/pairs_task.cpp"/>
        <source>%1 has no tab; a line is source, tab, target.</source>
        <translation>%1 hat keinen Tabulator; eine Zeile ist Quelle, Tabulator, Ziel.</translation>
    </message>
    <message>
        <location filename="core/data/pairs_task.cpp"/>
        <source>%1 has more than one tab; a line is source, tab, target.</source>
        <translation>%1 hat mehr als einen Tabulator; eine Zeile ist Quelle, Tabulator, Ziel.</translation>
    </message>
    <message>
        <location filename="core/data/pairs_task.cpp"/>
        <source>Line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <location filename="core/data/pairs_task.cpp"/>
        <source>the source has %1 and the target %2, but the architecture "encoder" gives one label to each token; choose "encoder-decoder".</source>
        <translation>die Quelle hat %1 und das Ziel %2, aber die Architektur „encoder“ gibt jedem Token ein Label; wählen Sie „encoder-decoder“.</translation>
    </message>
    <message>
        <location filename="core/data/pairs_task.cpp"/>
        <source>the source has %1 words; at most %2 are possible.</source>
        <translation>die Quelle hat %1 Wörter; höchstens %2 sind möglich.</translation>
    </message>
    <message>
        <location filename="core/data/pairs_task.cpp"/>
        <source>the target has %1 words; at most %2 are possible.</source>
        <translation>das Ziel hat %1 Wörter; höchstens %2 sind möglich.</translation>
    </message>
    <message>
        <location filename="core/data/pairs_task.cpp"/>
        <source>the source has %1 characters; at most %2 are possible.</source>
        <translation>die Quelle hat %1 Zeichen; höchstens %2 sind möglich.</translation>
    </message>
    <message>
        <location filename="core/data/pairs_task.cpp"/>
        <source>the target has %1 characters; at most %2 are possible.</source>
        <translation>das Ziel hat %1 Zeichen; höchstens %2 sind möglich.</translation>
    </message>
    <message>
        <location filename="core/data/pairs_task.cpp"/>
        <source>the word %1 in the source is the name of a special token; write it in another way.</source>
        <translation>das Wort %1 in der Quelle ist der Name eines Spezialtokens; schreiben Sie es anders.</translation>
    </message>
    <message>
        <location filename="core/data/pairs_task.cpp"/>
        <source>the word %1 in the target is the name of a special token; write it in another way.</source>
        <translation>das Wort %1 im Ziel ist der Name eines Spezialtokens; schreiben Sie es anders.</translation>
    </message>
    <message>
        <location filename="core/data/pairs_task.cpp"/>
        <source>the source contains %1, which stands between source and target for the architecture "decoder"; choose "encoder-decoder", or write it in another way.</source>
        <translation>die Quelle enthält %1, was bei der Architektur „decoder“ zwischen Quelle und Ziel steht; wählen Sie „encoder-decoder“, oder schreiben Sie es anders.</translation>
    </message>
    <message>
        <location filename="core/data/pairs_task.cpp"/>
        <source>the target contains %1, which stands between source and target for the architecture "decoder"; choose "encoder-decoder", or write it in another way.</source>
        <translation>das Ziel enthält %1, was bei der Architektur „decoder“ zwischen Quelle und Ziel steht; wählen Sie „encoder-decoder“, oder schreiben Sie es anders.</translation>
    </message>
    <message>
        <location filename="core/data/pairs_task.cpp"/>
        <source>The file has %1; at least two different ones are needed, one to learn from and one to be checked on.</source>
        <translation>Die Datei hat %1; mindestens zwei verschiedene sind nötig, eine zum Lernen und eine zum Prüfen.</translation>
    </message>
    <message>
        <location filename="core/data/real_numbers.cpp"/>
        <source>number %1 is %2, which cannot be read; write numbers with a point and spaces between them, such as 0.25 -1.5</source>
        <translation>Zahl %1 ist %2 und nicht lesbar; Zahlen werden mit Punkt geschrieben und mit Leerzeichen dazwischen, etwa 0.25 -1.5</translation>
    </message>
    <message>
        <location filename="core/data/real_numbers.cpp"/>
        <source>number %1 is %2, in which %3 numbers stand; put spaces between numbers, and points where decimals begin</source>
        <translation>Zahl %1 ist %2, worin %3 Zahlen stehen; zwischen Zahlen gehören Leerzeichen, und Nachkommastellen beginnen mit einem Punkt</translation>
    </message>
    <message>
        <location filename="core/data/real_numbers.cpp"/>
        <source>row %1 is %2, in which %3 numbers stand; each row has %4, with commas between them</source>
        <translation>Zeile %1 ist %2, worin %3 Zahlen stehen; jede Zeile hat %4, mit Kommas dazwischen</translation>
    </message>
    <message>
        <location filename="core/data/salesman_task.cpp"/>
        <source>length over that of the shortest tour</source>
        <translation>Länge geteilt durch die der kürzesten Tour</translation>
    </message>
    <message>
        <location filename="core/data/salesman_task.cpp"/>
        <source>always to the nearest city</source>
        <translation>immer zur nächsten Stadt</translation>
    </message>
    <message>
        <location filename="core/data/salesman_task.cpp"/>
        <source>a random tour</source>
        <translation>eine zufällige Tour</translation>
    </message>
    <message>
        <location filename="core/data/series_task.cpp"/>
        <source>Line %1, column %2: scaled as the lines that are learned from, %3 becomes %4, and numbers up to %5 can be read. Leave the line or the column out, or take the column's logarithms.</source>
        <translation>Zeile %1, Spalte %2: Im Maßstab der Zeilen, aus denen gelernt wird, wird aus %3 die Zahl %4; lesbar sind Zahlen bis %5. Lassen Sie die Zeile oder die Spalte weg, oder nehmen Sie den Logarithmus der Spalte.</translation>
    </message>
    <message>
        <location filename="core/data/series_task.cpp"/>
        <source>A series cannot be put to the architecture "encoder", which says as much as it reads; choose "encoder-decoder" or "decoder".</source>
        <translation>Eine Zeitreihe lässt sich der Architektur „encoder“ nicht stellen, die so viel sagt, wie sie liest; wählen Sie „encoder-decoder“ oder „decoder“.</translation>
    </message>
    <message>
        <location filename="core/data/series_task.cpp"/>
        <source>The table has %1 lines of numbers; at least %2 are needed: %3 points that are known, %4 that are foretold, and as many to be checked on.</source>
        <translation>Die Tabelle hat %1 Zeilen mit Zahlen; mindestens %2 werden gebraucht: %3 bekannte Punkte, %4 vorherzusagende und ebenso viele zum Prüfen.</translation>
    </message>
    <message>
        <location filename="core/data/series_task.cpp"/>
        <source>The table has %1 columns; at most %2 can be learned.</source>
        <translation>Die Tabelle hat %1 Spalten; höchstens %2 können gelernt werden.</translation>
    </message>
    <message>
        <location filename="core/data/series_task.cpp"/>
        <source>squared error over that of repeating the last value</source>
        <translation>quadrierter Fehler geteilt durch den des wiederholten letzten Werts</translation>
    </message>
    <message>
        <location filename="core/data/task.cpp"/>
        <source>"decoder": the word and its repetition are one text</source>
        <translation>„decoder“: Das Wort und seine Wiederholung sind ein Text</translation>
    </message>
    <message>
        <location filename="core/data/task.cpp"/>
        <source>"encoder-decoder": patches of a picture are read, words are written</source>
        <translation>„encoder-decoder“: Gelesen werden Ausschnitte eines Bildes, geschrieben werden Wörter</translation>
    </message>
    <message>
        <location filename="core/data/task.cpp"/>
        <source>Learns to fill in hidden characters: 3 m_rch 19__ = 1997-03-03 → 3 march 1997 = 1997-03-03</source>
        <translation>Lernt, verdeckte Zeichen zu ergänzen: 3 m_rch 19__ = 1997-03-03 → 3 march 1997 = 1997-03-03</translation>
    </message>
    <message>
        <location filename="core/data/task.cpp"/>
        <source>"encoder": hidden characters are filled in where they stand</source>
        <translation>„encoder“: Verdeckte Zeichen werden dort ergänzt, wo sie stehen</translation>
    </message>
    <message>
        <location filename="core/data/task.cpp"/>
        <source>Learns to go on with a series of numbers: 24 points → the next 12</source>
        <translation>Lernt, eine Zahlenreihe fortzusetzen: 24 Punkte → die nächsten 12</translation>
    </message>
    <message>
        <location filename="core/data/task.cpp"/>
        <source>Learns to write on like a text of your own, character by character or in byte pairs</source>
        <translation>Lernt, wie ein eigener Text weiterzuschreiben, Zeichen für Zeichen oder in Byte-Paaren</translation>
    </message>
    <message>
        <location filename="core/data/task.cpp"/>
        <source>"decoder": a text is continued, not translated</source>
        <translation>„decoder“: Ein Text wird fortgesetzt, nicht übersetzt</translation>
    </message>
    <message>
        <location filename="core/data/task.cpp"/>
        <source>Learns pairs of your own from a file: source → target</source>
        <translation>Lernt eigene Paare aus einer Datei: Quelle → Ziel</translation>
    </message>
    <message>
        <location filename="core/data/task.cpp"/>
        <source>There is no task %1; the tasks are %2.</source>
        <translation>Es gibt keine Aufgabe %1; die Aufgaben sind %2.</translation>
    </message>
    <message>
        <location filename="core/data/task.cpp"/>
        <source>The task "%1" cannot be put to the architecture "%2"; choose %3.</source>
        <translation>Die Aufgabe „%1“ passt nicht zur Architektur „%2“; wählen Sie %3.</translation>
    </message>
    <message>
        <location filename="core/data/task.cpp"/>
        <source>The task "%1" has characters as its tokens; only "%2" can have words.</source>
        <translation>Die Token der Aufgabe „%1“ sind Zeichen; nur „%2“ kann Wörter haben.</translation>
    </message>
    <message>
        <location filename="core/data/task.cpp"/>
        <source>The task "%1" has characters as its tokens; only "%2" can have byte pairs.</source>
        <translation>Die Aufgabe „%1“ hat Zeichen als Token; nur „%2“ kann Byte-Paare haben.</translation>
    </message>
    <message>
        <location filename="core/data/task.cpp"/>
        <source>%1 is %2, but the task "%3" has no such parameter; leave it out, or choose %4.</source>
        <translation>%1 ist %2, aber die Aufgabe „%3“ hat keine solche Einstellung; weglassen oder %4 wählen.</translation>
    </message>
    <message>
        <location filename="core/data/task.cpp"/>
        <source>%1 is %2, but %3 is %4; it must be between 2 and %5</source>
        <translation>%1 ist %2, aber %3 ist %4; möglich ist 2 bis %5</translation>
    </message>
    <message>
        <location filename="core/data/task.cpp"/>
        <source>%1 is %2, but the task "%3" has sequences of %4 tokens; make it at least that</source>
        <translation>%1 ist %2, aber die Aufgabe „%3“ hat Folgen mit %4 Token; so viel muss es mindestens sein</translation>
    </message>
    <message>
        <location filename="core/data/task.cpp"/>
        <source>The task "%1" needs a data file.</source>
        <translation>Die Aufgabe „%1“ braucht eine Datei.</translation>
    </message>
    <message>
        <location filename="core/data/task.cpp"/>
        <source>The task "%1" makes its own examples and reads no file, but was given %2; the tasks that read one are %3.</source>
        <translation>Die Aufgabe „%1“ macht ihre Beispiele selbst und liest keine Datei, bekam aber %2; eine Datei lesen %3.</translation>
    </message>
    <message>
        <location filename="core/data/task.cpp"/>
        <source>A model that was opened goes on learning from a text or from pairs; the task is "text" or "pairs", not "%1".</source>
        <translation>Ein geöffnetes Modell lernt aus einem Text oder aus Paaren weiter; die Aufgabe ist „text“ oder „pairs“, nicht „%1“.</translation>
    </message>
    <message>
        <location filename="core/data/task.cpp"/>
        <source>Learned from a file of batches, in which no words are: numbers → numbers</source>
        <translation>Hat aus einer Datei mit Batches gelernt, in der keine Wörter stehen: Zahlen → Zahlen</translation>
    </message>
    <message>
        <location filename="core/data/task_table.def"/>
        <source>Learns to repeat letters: attention → attention</source>
        <translation>Lernt, Buchstaben zu wiederholen: attention → attention</translation>
    </message>
    <message>
        <location filename="core/data/task_table.def"/>
        <source>Learns to write letters backwards: attention → noitnetta</source>
        <translation>Lernt, Buchstaben rückwärts zu schreiben: attention → noitnetta</translation>
    </message>
    <message>
        <location filename="core/data/task_table.def"/>
        <source>Learns to put letters in the order of the alphabet: attention → aeinnottt</source>
        <translation>Lernt, Buchstaben in die Reihenfolge des Alphabets zu bringen: attention → aeinnottt</translation>
    </message>
    <message>
        <location filename="core/data/task_table.def"/>
        <source>Learns to repeat a word that it never saw: kqzfa|kqzfa</source>
        <translation>Lernt, ein nie gesehenes Wort zu wiederholen: kqzfa|kqzfa</translation>
    </message>
    <message>
        <location filename="core/data/task_table.def"/>
        <source>Learns to add two numbers: 27+58 → 85</source>
        <translation>Lernt, zwei Zahlen zu addieren: 27+58 → 85</translation>
    </message>
    <message>
        <location filename="core/data/task_table.def"/>
        <source>Learns sums mod P: 17+44=2</source>
        <translation>Lernt Summen modulo P: 17+44=2</translation>
    </message>
    <message>
        <location filename="core/data/task_table.def"/>
        <source>Learns whether the ones so far are odd: 01101 → 01001</source>
        <translation>Lernt, ob die Zahl der Einsen bisher ungerade ist: 01101 → 01001</translation>
    </message>
    <message>
        <location filename="core/data/task_table.def"/>
        <source>Learns where brackets first go wrong: ([{}]) → ......</source>
        <translation>Lernt, wo Klammern zuerst falsch werden: ([{}]) → ......</translation>
    </message>
    <message>
        <location filename="core/data/task_table.def"/>
        <source>Learns to write dates: 3 march 1997 → 1997-03-03</source>
        <translation>Lernt, ein Datum zu schreiben: 3 march 1997 → 1997-03-03</translation>
    </message>
    <message>
        <location filename="core/data/task_table.def"/>
        <source>Learns to translate: the girl does not sell the red car → la fille ne vend pas la voiture rouge</source>
        <translation>Lernt zu übersetzen: the girl does not sell the red car → la fille ne vend pas la voiture rouge</translation>
    </message>
    <message>
        <location filename="core/data/task_table.def"/>
        <source>Learns short round trips through 5 to 10 cities: places → the order of the visits</source>
        <translation>Lernt kurze Touren durch 5 bis 10 Städte: Orte → die Reihenfolge der Besuche</translation>
    </message>
    <message>
        <location filename="core/data/task_table.def"/>
        <source>Learns to say what is on a picture: shapes → a small red circle above a blue square</source>
        <translation>Lernt zu sagen, was auf einem Bild ist: Formen → a small red circle above a blue square</translation>
    </message>
    <message>
        <location filename="core/data/text_task.cpp"/>
        <source>The text is empty; a text to learn from has at least %1 characters.</source>
        <translation>Der Text ist leer; ein Text zum Lernen hat mindestens %1 Zeichen.</translation>
    </message>
    <message>
        <location filename="core/data/text_task.cpp"/>
        <source>The number of merges is %1; it must be %2.</source>
        <translation>Die Zahl der Verschmelzungen ist %1; erlaubt ist: %2.</translation>
    </message>
    <message>
        <location filename="core/data/text_task.cpp"/>
        <source>The text has %1, which was not in the text that the run's byte pairs were learnt from; train on that text, or begin a new run.</source>
        <translation>Der Text hat %1, das in dem Text nicht vorkam, aus dem die Byte-Paare des Laufs gelernt wurden; trainieren Sie mit jenem Text, oder beginnen Sie einen neuen Lauf.</translation>
    </message>
    <message>
        <location filename="core/data/text_task.cpp"/>
        <source>With %1 the text has only %2; a text to learn from has at least %3. Make fewer merges, or take a longer text.</source>
        <translation>Mit %1 hat der Text nur %2; ein Text zum Lernen hat mindestens %3. Lassen Sie weniger verschmelzen, oder nehmen Sie einen längeren Text.</translation>
    </message>
    <message>
        <location filename="core/data/text_task.cpp"/>
        <source>1 merge</source>
        <translation>1 Verschmelzung</translation>
    </message>
    <message>
        <location filename="core/data/text_task.cpp"/>
        <source>%1 merges</source>
        <translation>%1 Verschmelzungen</translation>
    </message>
    <message>
        <location filename="core/data/vocabulary.cpp"/>
        <source>the token %1 has the number %2 in the tokenizer; the model has %3, numbers 0 to %4</source>
        <translation>das Token %1 hat im Tokenizer die Nummer %2; das Modell hat %3, Nummern 0 bis %4</translation>
    </message>
    <message>
        <location filename="core/data/vocabulary.cpp"/>
        <source>the merge of %1 and %2 comes twice</source>
        <translation>die Verschmelzung von %1 und %2 kommt zweimal vor</translation>
    </message>
    <message>
        <location filename="core/data/vocabulary.cpp"/>
        <source>The vocabulary must begin with &lt;pad&gt;, &lt;sos&gt;, &lt;eos&gt; and &lt;unk&gt;, but entry %1 is %2.</source>
        <translation>Das Vokabular muss mit &lt;pad&gt;, &lt;sos&gt;, &lt;eos&gt; und &lt;unk&gt; beginnen, aber Eintrag %1 ist %2.</translation>
    </message>
    <message>
        <location filename="core/data/vocabulary.cpp"/>
        <source>The vocabulary must begin with &lt;pad&gt;, &lt;sos&gt;, &lt;eos&gt; and &lt;unk&gt;, but entry %1 is missing.</source>
        <translation>Das Vokabular muss mit &lt;pad&gt;, &lt;sos&gt;, &lt;eos&gt; und &lt;unk&gt; beginnen, aber Eintrag %1 fehlt.</translation>
    </message>
    <message>
        <location filename="core/data/vocabulary.cpp"/>
        <source>Entry %1 of the vocabulary: %2</source>
        <translation>Eintrag %1 des Vokabulars: %2</translation>
    </message>
    <message>
        <location filename="core/data/vocabulary.cpp"/>
        <source>%1 is not one word without white space.</source>
        <translation>%1 ist kein einzelnes Wort ohne Leerraum.</translation>
    </message>
    <message>
        <location filename="core/data/vocabulary.cpp"/>
        <source>%1 is not one number and not one character.</source>
        <translation>%1 ist keine einzelne Zahl und kein einzelnes Zeichen.</translation>
    </message>
    <message>
        <location filename="core/data/vocabulary.cpp"/>
        <source>%1 is not one character.</source>
        <translation>%1 ist kein einzelnes Zeichen.</translation>
    </message>
    <message>
        <location filename="core/data/vocabulary.cpp"/>
        <source>%1 is already entry %2; every token may come once.</source>
        <translation>%1 ist schon Eintrag %2; jedes Token darf einmal vorkommen.</translation>
    </message>
    <message>
        <location filename="core/experiment/check_lesson.cpp"/>
        <source>hide.tasks names %1, and there is no such task</source>
        <translation>hide.tasks nennt %1, und eine solche Aufgabe gibt es nicht</translation>
    </message>
    <message>
        <location filename="core/experiment/check_lesson.cpp"/>
        <source>changes: the model has no step %1</source>
        <translation>changes: Das Modell hat keinen Schritt %1</translation>
    </message>
    <message>
        <location filename="core/experiment/comparison_plan.cpp"/>
        <source>There is no change "%1" to compare by</source>
        <translation>Eine Änderung „%1“, mit der verglichen werden könnte, gibt es nicht</translation>
    </message>
    <message>
        <location filename="core/experiment/comparison_plan.cpp"/>
        <source>This run cannot be compared by "%1": there is nothing to change</source>
        <translation>Dieser Lauf kann nicht mit „%1“ verglichen werden: Es gibt nichts zu ändern</translation>
    </message>
    <message>
        <location filename="core/experiment/comparison_plan.cpp"/>
        <source>it has %1 compared runs; by "%2" there are %3</source>
        <translation>sie hat %1 verglichene Läufe; bei „%2“ sind es %3</translation>
    </message>
    <message>
        <location filename="core/experiment/comparison_plan.cpp"/>
        <source>The window cannot show %1 runs beside each other that differ in %2; it compares two by one of %3, and three by kv_heads or mixer</source>
        <translation>Das Fenster kann %1 Läufe, die sich in %2 unterscheiden, nicht nebeneinander zeigen; es vergleicht zwei nach einem von %3, und drei nach kv_heads oder mixer</translation>
    </message>
    <message>
        <location filename="core/experiment/experiment.cpp"/>
        <source>the lab has no number %1</source>
        <translation>Das Labor hat keine Zahl %1</translation>
    </message>
    <message>
        <location filename="core/experiment/experiment.cpp"/>
        <source>nudge: the model has no layer %1</source>
        <translation>nudge: Das Modell hat keine Schicht %1</translation>
    </message>
    <message>
        <location filename="core/experiment/experiment.cpp"/>
        <source>the experiment %1 has no run %2</source>
        <translation>Das Experiment %1 hat keinen Lauf %2</translation>
    </message>
    <message>
        <location filename="core/experiment/experiment.cpp"/>
        <source>the step %1 has another shape in the other experiment</source>
        <translation>der Schritt %1 hat im anderen Versuch eine andere Form</translation>
    </message>
    <message>
        <location filename="core/experiment/experiment.cpp"/>
        <source>no step was trained that would have a loss</source>
        <translation>Es wurde kein Schritt trainiert, der einen Verlust hätte</translation>
    </message>
    <message>
        <location filename="core/experiment/experiment.cpp"/>
        <source>a decoder alone has no source to answer</source>
        <translation>Ein Decoder allein hat keine Quelle, auf die er antworten könnte</translation>
    </message>
    <message>
        <location filename="core/experiment/experiment_plan.cpp"/>
        <source>task is %1, but must be one of %2</source>
        <translation>task ist %1, muss aber eines von %2 sein</translation>
    </message>
    <message>
        <location filename="core/experiment/experiment_plan.cpp"/>
        <source>the model has %1 weights, %2 layers, room for %3 tokens and %4 examples in a batch, but in a lesson at most %5, %6, %7 and %8</source>
        <translation>Das Modell hat %1 Gewichte, %2 Schichten, Platz für %3 Token und %4 Beispiele in einem Batch, in einer Lektion sind es aber höchstens %5, %6, %7 und %8</translation>
    </message>
    <message>
        <location filename="core/experiment/experiment_plan.cpp"/>
        <source>input, output, features and vocabularies are those of the task %1; leave them out</source>
        <translation>Eingabe, Ausgabe, Merkmale und Vokabulare sind die der Aufgabe %1; lassen Sie sie weg</translation>
    </message>
    <message>
        <location filename="core/experiment/experiment_plan.cpp"/>
        <source>the experiment %1 has no lab</source>
        <translation>das Experiment %1 hat kein Labor</translation>
    </message>
    <message>
        <location filename="core/experiment/experiment_plan.cpp"/>
        <source>knobs: the other example is missing; give %1, or %2 of a decoder alone</source>
        <translation>knobs: Das andere Beispiel fehlt; nötig ist %1, bei einem Decoder allein %2</translation>
    </message>
    <message>
        <location filename="core/experiment/experiment_plan.cpp"/>
        <source>the task has no answer to %1; give the example a target</source>
        <translation>Die Aufgabe hat keine Antwort auf %1; geben Sie dem Beispiel ein Ziel</translation>
    </message>
    <message>
        <location filename="core/experiment/pack_lesson.cpp"/>
        <source>%1 could not be packed: %2</source>
        <translation>%1 konnte nicht gepackt werden: %2</translation>
    </message>
    <message>
        <location filename="core/experiment/pack_lesson.cpp"/>
        <source>%1 is a model of others, in a folder; a lecture is packed with saved runs: save it first</source>
        <translation>%1 ist ein fremdes Modell in einem Ordner; eine Vorlesung wird mit gespeicherten Läufen gepackt: Speichern Sie es zuerst</translation>
    </message>
    <message>
        <location filename="core/experiment/trained_models.cpp"/>
        <source>the run diverged in training step %1; it needs a smaller learning rate</source>
        <translation>Der Lauf ist in Trainingsschritt %1 divergiert; er braucht eine kleinere Lernrate</translation>
    </message>
    <message>
        <location filename="core/experiment/trained_models.cpp"/>
        <source>the run was not trained to its end</source>
        <translation>der Lauf wurde nicht zu Ende trainiert</translation>
    </message>
    <message>
        <location filename="core/experiment/trained_models.cpp"/>
        <source>the earlier moment is one of another run</source>
        <translation>der frühere Zeitpunkt gehört zu einem anderen Lauf</translation>
    </message>
    <message>
        <location filename="core/form/device.cpp"/>
        <source>a processor, not a graphics card</source>
        <translation>ein Prozessor, keine Grafikkarte</translation>
    </message>
    <message>
        <location filename="core/form/device.cpp"/>
        <source>its driver is not installed</source>
        <translation>sein Treiber ist nicht installiert</translation>
    </message>
    <message>
        <location filename="core/form/device.cpp"/>
        <source>No graphics card was found that can compute (%1)</source>
        <translation>Es wurde keine Grafikkarte gefunden, die rechnen kann (%1)</translation>
    </message>
    <message>
        <location filename="core/form/device.cpp"/>
        <source>NVRTC, NVIDIA's run-time compiler, is needed; CUDA's toolkit has it: %1</source>
        <translation>NVRTC, NVIDIAs Compiler zur Laufzeit, wird gebraucht; das Toolkit von CUDA enthält ihn: %1</translation>
    </message>
    <message>
        <location filename="core/form/device.cpp"/>
        <source>its driver could not compile the kernels: %1</source>
        <translation>sein Treiber konnte die Kernel nicht übersetzen: %1</translation>
    </message>
    <message>
        <location filename="core/form/device.cpp"/>
        <source>its driver crashed when it was tried</source>
        <translation>sein Treiber ist abgestürzt, als es erprobt wurde</translation>
    </message>
    <message>
        <location filename="core/form/device.cpp"/>
        <source>its driver did not answer within %1 seconds</source>
        <translation>sein Treiber hat nicht innerhalb von %1 Sekunden geantwortet</translation>
    </message>
    <message>
        <location filename="core/form/device.cpp"/>
        <source>it could not be tried</source>
        <translation>es konnte nicht erprobt werden</translation>
    </message>
    <message>
        <location filename="core/form/device.cpp"/>
        <source>it computed "%1" wrong when it was tried</source>
        <translation>es hat „%1“ falsch berechnet, als es erprobt wurde</translation>
    </message>
    <message>
        <location filename="core/form/shape_picture.cpp"/>
        <source>has a character that no picture has; write shapes in small letters, such as small red circle 9 2; blue square 8 13</source>
        <translation>hat ein Zeichen, das in keinem Bild vorkommt; schreiben Sie Formen in kleinen Buchstaben, etwa small red circle 9 2; blue square 8 13</translation>
    </message>
    <message>
        <location filename="core/form/shape_picture.cpp"/>
        <source>has %1 shapes; a picture has at most %2</source>
        <translation>hat %1 Formen; ein Bild hat höchstens %2</translation>
    </message>
    <message>
        <location filename="core/form/shape_picture.cpp"/>
        <source>shape %1 is missing; between semicolons stands a shape such as small red circle 9 2</source>
        <translation>Form %1 fehlt; zwischen Semikolons steht eine Form wie small red circle 9 2</translation>
    </message>
    <message>
        <location filename="core/form/shape_picture.cpp"/>
        <source>shape %1 has %2 where its colour should be; the colours are %3</source>
        <translation>Form %1 hat %2, wo ihre Farbe stehen soll; die Farben sind %3</translation>
    </message>
    <message>
        <location filename="core/form/shape_picture.cpp"/>
        <source>shape %1 has %2 where its kind should be; the kinds are %3</source>
        <translation>Form %1 hat %2, wo ihre Art stehen soll; die Arten sind %3</translation>
    </message>
    <message>
        <location filename="core/form/shape_picture.cpp"/>
        <source>shape %1 has %2 as the place of its left edge; it must be a whole number between 0 and %3</source>
        <translation>Form %1 hat %2 als Ort ihres linken Randes; er muss eine ganze Zahl zwischen 0 und %3 sein</translation>
    </message>
    <message>
        <location filename="core/form/shape_picture.cpp"/>
        <source>shape %1 has %2 as the place of its upper edge; it must be a whole number between 0 and %3</source>
        <translation>Form %1 hat %2 als Ort ihres oberen Randes; er muss eine ganze Zahl zwischen 0 und %3 sein</translation>
    </message>
    <message>
        <location filename="core/form/shape_picture.cpp"/>
        <source>shape %1 has %2 behind its places; put a semicolon between shapes</source>
        <translation>Form %1 hat %2 hinter ihren Orten; setzen Sie zwischen Formen ein Semikolon</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_folder.cpp"/>
        <source>%1 is not what "glassformer exercise make" writes</source>
        <translation>%1 ist nicht, was „glassformer exercise make“ schreibt</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_results.cpp"/>
        <source>it is not what check.py writes</source>
        <translation>das ist nicht, was check.py schreibt</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_results.cpp"/>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_results.cpp"/>
        <source>a list of at most 100 exercises</source>
        <translation>eine Liste von höchstens 100 Übungen</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_results.cpp"/>
        <source>exercises has %1, and must have objects</source>
        <translation>exercises hat %1, muss aber Objekte haben</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_results.cpp"/>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_results.cpp"/>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_results.cpp"/>
        <source>%1 is missing, and must be %2</source>
        <translation>%1 fehlt und muss %2 sein</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_results.cpp"/>
        <source>%1 is %2, and must be %3</source>
        <translation>%1 ist %2, muss aber %3 sein</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_results.cpp"/>
        <source>a text of at most 100 bytes</source>
        <translation>ein Text von höchstens 100 Bytes</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_table.cpp"/>
        <source>scores become weights</source>
        <translation>Scores werden Gewichte</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_table.cpp"/>
        <source>scaled dot-product attention of each head</source>
        <translation>skalierte Skalarprodukt-Aufmerksamkeit jedes Kopfes</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_table.cpp"/>
        <source>the future and padding are hidden</source>
        <translation>Zukunft und Auffüllung werden maskiert</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_table.cpp"/>
        <source>columns are split into heads, and joined again</source>
        <translation>Spalten werden auf Köpfe verteilt und wieder zusammengefügt</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_table.cpp"/>
        <source>sinusoidal positions</source>
        <translation>sinusförmige Positionen</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_table.cpp"/>
        <source>LayerNorm</source>
        <translation>LayerNorm</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_table.cpp"/>
        <source>the feed-forward layer in Pre-LN and in Post-LN</source>
        <translation>die Feed-Forward-Schicht in Pre-LN und in Post-LN</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_table.cpp"/>
        <source>cross-attention from end to end</source>
        <translation>Kreuzaufmerksamkeit von Anfang bis Ende</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_table.cpp"/>
        <source>cross-entropy with padding left out</source>
        <translation>Kreuzentropie ohne die Auffüllung</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_table.cpp"/>
        <source>the gradients of attention</source>
        <translation>die Gradienten der Aufmerksamkeit</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_table.cpp"/>
        <source>one step of Adam</source>
        <translation>ein Schritt von Adam</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_table.cpp"/>
        <source>a greedy answer, token by token</source>
        <translation>eine gierige Antwort, Token für Token</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_table.cpp"/>
        <source>additive attention of a recurrent decoder</source>
        <translation>additive Aufmerksamkeit eines rekurrenten Decoders</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_table.cpp"/>
        <source>all of these in one folder</source>
        <translation>alle diese in einem Ordner</translation>
    </message>
    <message>
        <location filename="core/homework/exercise_table.cpp"/>
        <source>there is no exercise %1; "glassformer exercise list" names them</source>
        <translation>es gibt keine Übung %1; „glassformer exercise list“ nennt sie</translation>
    </message>
    <message>
        <location filename="core/homework/run_exercise.cpp"/>
        <source>%1 could not be started; name the Python of this exercise with --python</source>
        <translation>%1 ließ sich nicht starten; nennen Sie das Python dieser Übung mit --python</translation>
    </message>
    <message>
        <location filename="core/homework/run_exercise.cpp"/>
        <source>%1 took longer than %2 seconds, and was ended; a loop in it may have no end</source>
        <translation>%1 brauchte länger als %2 Sekunden und wurde beendet; vielleicht endet eine Schleife darin nicht</translation>
    </message>
    <message>
        <location filename="core/homework/run_exercise.cpp"/>
        <source>%1 could not check: %2</source>
        <translation>%1 konnte nicht prüfen: %2</translation>
    </message>
    <message>
        <location filename="core/homework/run_exercise.cpp"/>
        <source>%1 did not run to its end; run it by itself to see why</source>
        <translation>%1 lief nicht bis zum Ende; führen Sie es allein aus, um zu sehen, warum</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>cannot write %1: %2</source>
        <translation>kann %1 nicht schreiben: %2</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>cannot read %1: %2</source>
        <translation>kann %1 nicht lesen: %2</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>it is a folder, not a file</source>
        <translation>das ist ein Ordner, keine Datei</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>it is a pipe, not a file</source>
        <translation>das ist eine Pipe, keine Datei</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>it is a socket, not a file</source>
        <translation>das ist ein Socket, keine Datei</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>it is a device, not a file</source>
        <translation>das ist ein Gerät, keine Datei</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>it is write-protected</source>
        <translation>sie ist schreibgeschützt</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>it is mounted by itself, so no other file can take its place</source>
        <translation>sie ist für sich eingehängt, und keine andere Datei kann an ihre Stelle treten</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>in this folder only its owner may replace it</source>
        <translation>in diesem Ordner darf nur ihr Eigentümer sie ersetzen</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>the folder %1 does not exist</source>
        <translation>den Ordner %1 gibt es nicht</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>the folder %1 may not be written to</source>
        <translation>in den Ordner %1 darf nicht geschrieben werden</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>there is no such file or folder</source>
        <translation>es gibt keine solche Datei und keinen solchen Ordner</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>permission denied</source>
        <translation>Zugriff verweigert</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>a part of the path is not a folder</source>
        <translation>ein Teil des Pfades ist kein Ordner</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>the disk is full</source>
        <translation>auf dem Datenträger ist kein Platz mehr</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>the file is larger than is allowed here</source>
        <translation>die Datei ist größer, als hier erlaubt ist</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>the disk can only be read</source>
        <translation>der Datenträger kann nur gelesen werden</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>the name is too long</source>
        <translation>der Name ist zu lang</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>no file can have this name</source>
        <translation>so kann keine Datei heißen</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>its symbolic links go in a circle</source>
        <translation>die symbolischen Verknüpfungen führen im Kreis</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>too many files are open</source>
        <translation>es sind zu viele Dateien offen</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>a file name is needed</source>
        <translation>es braucht einen Dateinamen</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>it is not a file</source>
        <translation>das ist keine Datei</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>it became shorter while it was read</source>
        <translation>sie wurde kürzer, während sie gelesen wurde</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>it has %1 bytes or more; at most %2 are allowed</source>
        <translation>sie hat %1 Byte oder mehr; höchstens %2 sind erlaubt</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>it ends like a folder; a file name is needed</source>
        <translation>das endet wie ein Ordner; es braucht einen Dateinamen</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>%1 is a symbolic link that another user made in a folder that all may write to; name the file that it leads to</source>
        <translation>%1 ist ein symbolischer Link, den ein anderer Benutzer in einem Ordner angelegt hat, in den alle schreiben dürfen; nennen Sie die Datei, zu der er führt</translation>
    </message>
    <message>
        <location filename="core/io/atomic_file.cpp"/>
        <source>this name and all others like it are taken</source>
        <translation>dieser Name und alle ähnlichen sind vergeben</translation>
    </message>
    <message>
        <location filename="core/io/csv.cpp"/>
        <source>the log %1 is being written by another glassformer; wait until that has ended, or name another file</source>
        <translation>Das Protokoll %1 wird gerade von einem anderen glassformer geschrieben; warten Sie, bis er fertig ist, oder nennen Sie eine andere Datei</translation>
    </message>
    <message>
        <location filename="core/io/csv.cpp"/>
        <source>cannot write the log %1: %2</source>
        <translation>kann das Protokoll %1 nicht schreiben: %2</translation>
    </message>
    <message>
        <location filename="core/io/json.cpp"/>
        <source>line %1, column %2</source>
        <translation>Zeile %1, Spalte %2</translation>
    </message>
    <message>
        <location filename="core/io/json.cpp"/>
        <source>the JSON text has %1 bytes; at most %2 are allowed</source>
        <translation>der JSON-Text hat %1 Byte; höchstens %2 sind erlaubt</translation>
    </message>
    <message>
        <location filename="core/io/json.cpp"/>
        <source>there is no JSON in it; it is empty</source>
        <translation>es steht kein JSON darin; sie ist leer</translation>
    </message>
    <message>
        <location filename="core/io/json.cpp"/>
        <source>a zero byte cannot be part of JSON</source>
        <translation>ein Nullbyte kann nicht zu JSON gehören</translation>
    </message>
    <message>
        <location filename="core/io/json.cpp"/>
        <source>the key %1 is there twice</source>
        <translation>der Schlüssel %1 steht zweimal da</translation>
    </message>
    <message>
        <location filename="core/io/json.cpp"/>
        <source>a number is too large for a computer</source>
        <translation>eine Zahl ist zu groß für einen Rechner</translation>
    </message>
    <message>
        <location filename="core/io/json.cpp"/>
        <source>there are more than %1 values</source>
        <translation>es sind mehr als %1 Werte</translation>
    </message>
    <message>
        <location filename="core/io/json.cpp"/>
        <source>arrays and objects lie more than %1 deep inside each other</source>
        <translation>Listen und Objekte liegen mehr als %1 tief ineinander</translation>
    </message>
    <message>
        <location filename="core/io/metrics_file.cpp"/>
        <source>tensor %1 is missing; the others of its curve are there</source>
        <translation>der Tensor %1 fehlt; die anderen seiner Kurve sind da</translation>
    </message>
    <message>
        <location filename="core/io/metrics_file.cpp"/>
        <source>tensor %1 must be a row of %2 floating-point numbers</source>
        <translation>der Tensor %1 muss eine Zeile von %2 Gleitkommazahlen sein</translation>
    </message>
    <message>
        <location filename="core/io/metrics_file.cpp"/>
        <source>tensor %1 must be a row of %2 whole numbers</source>
        <translation>der Tensor %1 muss eine Zeile von %2 ganzen Zahlen sein</translation>
    </message>
    <message>
        <location filename="core/io/metrics_file.cpp"/>
        <source>tensor %1 holds a number that is not between 0 and 1</source>
        <translation>der Tensor %1 enthält eine Zahl, die nicht zwischen 0 und 1 liegt</translation>
    </message>
    <message>
        <location filename="core/io/metrics_file.cpp"/>
        <source>tensor %1 holds a number that is not finite</source>
        <translation>der Tensor %1 enthält eine Zahl, die nicht endlich ist</translation>
    </message>
    <message>
        <location filename="core/io/metrics_file.cpp"/>
        <source>tensor %1 has %2 steps; a curve has at most %3</source>
        <translation>der Tensor %1 hat %2 Schritte; eine Kurve hat höchstens %3</translation>
    </message>
    <message>
        <location filename="core/io/metrics_file.cpp"/>
        <source>tensor %1 must hold steps that ascend from 0 or later to %2 at most, which are done</source>
        <translation>der Tensor %1 muss Schritte enthalten, die von 0 oder später an bis höchstens %2 steigen; so viele sind getan</translation>
    </message>
    <message>
        <location filename="core/io/metrics_file.cpp"/>
        <source>tensor %1 is unknown: the course of a run has none of that name</source>
        <translation>der Tensor %1 ist unbekannt: der Verlauf eines Laufs hat keinen, der so heißt</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>tensor %1 holds whole numbers; weights are floating-point numbers</source>
        <translation>Tensor %1 enthält ganze Zahlen; Gewichte sind Gleitkommazahlen</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>tensor %1 is not finite: element %2 is NaN</source>
        <translation>der Tensor %1 ist nicht endlich: Element %2 ist NaN</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>tensor %1 is not finite: element %2 is infinite</source>
        <translation>der Tensor %1 ist nicht endlich: Element %2 ist unendlich</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>%1 has %2 tokens; %3 in the configuration is %4</source>
        <translation>%1 hat %2 Token; %3 in der Konfiguration ist %4</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>%1 splits text into %2; it must be "characters", "words", "bpe" or "numbers"</source>
        <translation>%1 zerlegt Text in %2; es muss „characters“, „words“, „bpe“ oder „numbers“ sein</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>the task must be an object with a name and options</source>
        <translation>die Aufgabe muss ein Objekt mit Namen und Optionen sein</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>merge %1 must be a list of two tokens and of how often they stood beside each other</source>
        <translation>die Verschmelzung %1 muss eine Liste aus zwei Token sein, und wie oft sie nebeneinander standen</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>an object with files and a size is needed</source>
        <translation>ein Objekt mit Dateien und einer Größe wird gebraucht</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>%1 must be a string</source>
        <translation>%1 muss ein Text sein</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>%1 is no Base64</source>
        <translation>%1 ist kein Base64</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>an object with "tokens" and "tokenization" is needed</source>
        <translation>nötig ist ein Objekt mit „tokens“ und „tokenization“</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>%1 must be a list</source>
        <translation>%1 muss eine Liste sein</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>token %1 must be a string that is not empty</source>
        <translation>Token %1 muss ein Text sein, der nicht leer ist</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>a list of merges belongs to "bpe", and to nothing else</source>
        <translation>eine Liste von Verschmelzungen gehört zu „bpe“ und zu nichts anderem</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>a run must be an object with %1</source>
        <translation>ein Lauf muss ein Objekt mit %1 sein</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>an object with a text %1 and a list %2 is needed</source>
        <translation>nötig ist ein Objekt mit einem Text %1 und einer Liste %2</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>it has %1 runs; there must be %2</source>
        <translation>sie hat %1 Läufe; es müssen %2 sein</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>tensor %1 is of a compared run that the file does not have</source>
        <translation>Tensor %1 gehört zu einem verglichenen Lauf, den die Datei nicht hat</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>the vocabularies and the task must be valid UTF-8</source>
        <translation>die Vokabulare und die Aufgabe müssen gültiges UTF-8 sein</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>this safetensors file is not a Glassformer model: its metadata lack %1; plain weights are read with --config and --init</source>
        <translation>diese safetensors-Datei ist kein Modell von Glassformer: Ihren Metadaten fehlt %1; bloße Gewichte liest man mit --config und --init</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>it is a model of format version %1; this Glassformer reads version %2</source>
        <translation>es ist ein Modell der Formatversion %1; dieser Glassformer liest Version %2</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>the metadata %1 are %2; a whole number is needed</source>
        <translation>die Metadaten %1 sind %2; nötig ist eine ganze Zahl</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>tensor %1 is %2; the model needs %3</source>
        <translation>Tensor %1 ist %2; das Modell braucht %3</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>tensor %1 is unknown: a model of this configuration has none of that name</source>
        <translation>Tensor %1 ist unbekannt: Ein Modell dieser Konfiguration hat keinen mit diesem Namen</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>tensor %1 is not %2 transposed, as it must be with tied embeddings (or not be there at all)</source>
        <translation>Tensor %1 ist nicht %2 transponiert, wie es bei gekoppelten Embeddings sein muss (oder er fehlt ganz)</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>tensor %1 is unknown: this optimizer keeps no such memory</source>
        <translation>Tensor %1 ist unbekannt: dieser Optimierer merkt sich nichts dieser Art</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>tensor %1 is missing; the model needs it, %2</source>
        <translation>Tensor %1 fehlt; das Modell braucht ihn, %2</translation>
    </message>
    <message>
        <location filename="core/io/model_file.cpp"/>
        <source>the metadata %1: %2</source>
        <translation>die Metadaten %1: %2</translation>
    </message>
    <message>
        <location filename="core/io/new_folder.cpp"/>
        <source>%1 is there already; name a folder that is new or empty</source>
        <translation>%1 gibt es schon; ein neuer oder leerer Ordner wird gebraucht</translation>
    </message>
    <message>
        <location filename="core/io/new_folder.cpp"/>
        <source>cannot make the folder %1: %2</source>
        <translation>Der Ordner %1 lässt sich nicht anlegen: %2</translation>
    </message>
    <message>
        <location filename="core/io/rewrite_safetensors.cpp"/>
        <source>element %1 of tensor %2 is beyond what %3 can hold</source>
        <translation>Element %1 des Tensors %2 passt nicht in %3</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>the type is %1; F16, BF16, F32, F64, I32 and I64 can be read</source>
        <translation>der Typ ist %1; gelesen werden F16, BF16, F32, F64, I32 und I64</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>the shape is %1; a list of whole numbers is needed</source>
        <translation>die Form ist %1; nötig ist eine Liste ganzer Zahlen</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>the shape %1 has %2 dimensions; at most %3 can be read</source>
        <translation>die Form %1 hat %2 Dimensionen; höchstens %3 werden gelesen</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>the shape %1 holds %2; whole numbers from 0 on are needed</source>
        <translation>die Form %1 enthält %2; nötig sind ganze Zahlen ab 0</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>the shape %1 is too large</source>
        <translation>die Form %1 ist zu groß</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>its description is %1; an object is needed</source>
        <translation>seine Beschreibung ist %1; nötig ist ein Objekt</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>its description lacks %1</source>
        <translation>seiner Beschreibung fehlt %1</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>its description has the unknown key %1</source>
        <translation>seine Beschreibung hat den unbekannten Schlüssel %1</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>the data offsets are %1; two whole numbers are needed</source>
        <translation>die Datengrenzen sind %1; nötig sind zwei ganze Zahlen</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>the data offsets %1 end before they begin</source>
        <translation>die Datengrenzen %1 enden, bevor sie beginnen</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>the data offsets %1 go past the end of the data, which is %2 bytes long</source>
        <translation>die Datengrenzen %1 gehen über das Ende der Daten hinaus, die %2 Byte lang sind</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>the shape %1 of %2 needs %3 bytes; the data offsets %4 have %5</source>
        <translation>die Form %1 von %2 braucht %3 Byte; die Datengrenzen %4 haben %5</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>the metadata are %1; an object is needed</source>
        <translation>die Metadaten sind %1; nötig ist ein Objekt</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>the metadata %1 are %2; a string is needed</source>
        <translation>die Metadaten %1 sind %2; nötig ist ein Text</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>the header does not begin with "{"; this is not a safetensors file</source>
        <translation>der Kopf beginnt nicht mit „{“; das ist keine safetensors-Datei</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>the header: %1</source>
        <translation>der Kopf: %1</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>a tensor has no name</source>
        <translation>ein Tensor hat keinen Namen</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>its data begin at byte %1 and overlap those of another tensor, which end at %2</source>
        <translation>seine Daten beginnen bei Byte %1 und überdecken die eines anderen Tensors, die bei %2 enden</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>its data begin at byte %1; there is a gap after the tensor before it, which ends at %2</source>
        <translation>seine Daten beginnen bei Byte %1; nach dem Tensor davor, der bei %2 endet, ist eine Lücke</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>it has %1 after the last tensor; the file must end with it</source>
        <translation>nach dem letzten Tensor folgen %1; die Datei muss mit ihm enden</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>element %1 is beyond what float32 can hold</source>
        <translation>Element %1 ist größer, als float32 fassen kann</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>the file is empty</source>
        <translation>die Datei ist leer</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>the file has only %1; a safetensors file begins with 8 that give the header's length</source>
        <translation>die Datei hat nur %1; eine safetensors-Datei beginnt mit 8, die die Länge des Kopfes angeben</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>its header would have %1, more than the format allows (100 MB); this is not a safetensors file</source>
        <translation>ihr Kopf hätte %1, mehr als das Format erlaubt (100 MB); das ist keine safetensors-Datei</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>its header should have %1, but only %2 follow; the file is cut off or not a safetensors file</source>
        <translation>ihr Kopf sollte %1 haben, aber es folgen nur %2; die Datei ist abgeschnitten oder keine safetensors-Datei</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>it holds %1 bytes of numbers; at most %2 can be read</source>
        <translation>sie enthält %1 Byte an Zahlen; höchstens %2 werden gelesen</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>the tensor name %1 is not valid UTF-8</source>
        <translation>der Tensorname %1 ist kein gültiges UTF-8</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>a tensor cannot be called %1</source>
        <translation>ein Tensor kann nicht %1 heißen</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>there are two tensors called %1</source>
        <translation>es gibt zwei Tensoren namens %1</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>there is not enough memory for its numbers</source>
        <translation>für ihre Zahlen reicht der Speicher nicht</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>tensor %1: %2</source>
        <translation>Tensor %1: %2</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>tensor %1 is not finite: element %2 is no number</source>
        <translation>Tensor %1 ist nicht endlich: Element %2 ist keine Zahl</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>the metadata key %1 is not valid UTF-8</source>
        <translation>der Metadatenschlüssel %1 ist kein gültiges UTF-8</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>the metadata text %1 is not valid UTF-8</source>
        <translation>der Metadatentext %1 ist kein gültiges UTF-8</translation>
    </message>
    <message>
        <location filename="core/io/safetensors.cpp"/>
        <source>the header has %1 bytes, more than the format allows (100 MB)</source>
        <translation>der Kopf hat %1 Byte, mehr als das Format erlaubt (100 MB)</translation>
    </message>
    <message>
        <location filename="core/io/scratch.cpp"/>
        <source>What the run remembers cannot be read back from its temporary file: %1</source>
        <translation>Was der Lauf sich gemerkt hat, lässt sich nicht aus seiner temporären Datei zurücklesen: %1</translation>
    </message>
    <message>
        <location filename="core/io/table_file.cpp"/>
        <source>Line %1, column %2: %3</source>
        <translation>Zeile %1, Spalte %2: %3</translation>
    </message>
    <message>
        <location filename="core/io/table_file.cpp"/>
        <source>the field is empty; each needs a number.</source>
        <translation>das Feld ist leer; jedes braucht eine Zahl.</translation>
    </message>
    <message>
        <location filename="core/io/table_file.cpp"/>
        <source>%1 is not a number; leave columns of words and dates out.</source>
        <translation>%1 ist keine Zahl; Spalten mit Wörtern und Daten bleiben weg.</translation>
    </message>
    <message>
        <location filename="core/io/table_file.cpp"/>
        <source>%1 is written in another way than the numbers above it; a column has one sign before decimals and one between thousands.</source>
        <translation>%1 ist anders geschrieben als die Zahlen darüber; eine Spalte hat ein Zeichen vor den Nachkommastellen und eines zwischen den Tausendern.</translation>
    </message>
    <message>
        <location filename="core/io/table_file.cpp"/>
        <source>%1 is %2 or %3, and no number of the column says which; write its thousands without a sign, or a 0 behind its decimals.</source>
        <translation>%1 ist %2 oder %3, und keine Zahl der Spalte sagt, welches; schreiben Sie die Tausender ohne Trennzeichen oder eine 0 hinter die Nachkommastellen.</translation>
    </message>
    <message>
        <location filename="core/io/table_file.cpp"/>
        <source>%1 is no finite number; put one there or leave the line out.</source>
        <translation>%1 ist keine endliche Zahl; dort gehört eine hin, oder die Zeile bleibt weg.</translation>
    </message>
    <message>
        <location filename="core/io/table_file.cpp"/>
        <source>%1 is too large; numbers go up to 3.4e38.</source>
        <translation>%1 ist zu groß; Zahlen gehen bis 3.4e38.</translation>
    </message>
    <message>
        <location filename="core/io/table_file.cpp"/>
        <source>the line has %1 fields and the first one %2; each needs as many.</source>
        <translation>die Zeile hat %1 Felder und die erste %2; jede braucht gleich viele.</translation>
    </message>
    <message>
        <location filename="core/io/table_file.cpp"/>
        <source>The table is empty; it needs a line of numbers for each moment.</source>
        <translation>Die Tabelle ist leer; sie braucht eine Zeile mit Zahlen für jeden Zeitpunkt.</translation>
    </message>
    <message>
        <location filename="core/io/table_file.cpp"/>
        <source>each line has two whole numbers with a comma between them, which may be two columns or one with decimals; write a first line with the names of the columns.</source>
        <translation>jede Zeile hat zwei ganze Zahlen mit einem Komma dazwischen; das können zwei Spalten sein oder eine mit Nachkommastellen. Eine erste Zeile mit den Namen der Spalten sagt, was gemeint ist.</translation>
    </message>
    <message>
        <location filename="core/io/table_file.cpp"/>
        <source>there are no numbers, here or below; a table has a line of them for each moment.</source>
        <translation>hier und darunter stehen keine Zahlen; eine Tabelle hat eine Zeile davon für jeden Zeitpunkt.</translation>
    </message>
    <message>
        <location filename="core/io/table_file.cpp"/>
        <source>a quote begins here and does not end.</source>
        <translation>hier beginnt ein Anführungszeichen, das nicht endet.</translation>
    </message>
    <message>
        <location filename="core/io/temporary_folder.cpp"/>
        <source>no folder for temporary files could be made: %1</source>
        <translation>es ließ sich kein Ordner für temporäre Dateien anlegen: %1</translation>
    </message>
    <message>
        <location filename="core/io/utf8.cpp"/>
        <source>The text is not valid UTF-8: %1 at byte offset %2. Save it with the encoding UTF-8.</source>
        <translation>Der Text ist kein gültiges UTF-8: %1 an Byte %2. Speichern Sie ihn in der Kodierung UTF-8.</translation>
    </message>
    <message>
        <location filename="core/io/utf8.cpp"/>
        <source>no character begins with %1</source>
        <translation>mit %1 beginnt kein Zeichen</translation>
    </message>
    <message>
        <location filename="core/io/utf8.cpp"/>
        <source>the text ends in the middle of the character</source>
        <translation>der Text endet mitten im Zeichen</translation>
    </message>
    <message>
        <location filename="core/io/utf8.cpp"/>
        <source>%1 cannot be followed by %2 in the character</source>
        <translation>auf %1 kann im Zeichen nicht %2 folgen</translation>
    </message>
    <message>
        <location filename="core/io/utf8.cpp"/>
        <source>The text is UTF-16, as its first two bytes say; save it with the encoding UTF-8.</source>
        <translation>Der Text ist UTF-16, wie seine ersten zwei Bytes sagen; speichern Sie ihn in der Kodierung UTF-8.</translation>
    </message>
    <message>
        <location filename="core/io/utf8.cpp"/>
        <source>The text looks like UTF-16 without a byte order mark, because every second byte is zero; save it with the encoding UTF-8.</source>
        <translation>Der Text sieht nach UTF-16 ohne Byte-Reihenfolge-Marke aus, denn jedes zweite Byte ist null; speichern Sie ihn in der Kodierung UTF-8.</translation>
    </message>
    <message>
        <location filename="core/io/utf8.cpp"/>
        <source>The lines of the text end in CR alone, as those of old Macs do; save it with lines that end in LF or CRLF.</source>
        <translation>Die Zeilen des Textes enden nur mit CR, wie die alter Macs; speichern Sie ihn mit Zeilen, die mit LF oder CRLF enden.</translation>
    </message>
    <message>
        <location filename="core/lab/finding_values.cpp"/>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <location filename="core/lab/finding_values.cpp"/>
        <source>rows of equally many numbers</source>
        <translation>Zeilen mit gleich vielen Zahlen</translation>
    </message>
    <message>
        <location filename="core/lab/finding_values.cpp"/>
        <source>%1 is missing</source>
        <translation>%1 fehlt</translation>
    </message>
    <message>
        <location filename="core/lab/finding_values.cpp"/>
        <source>a whole number, %1 to %2</source>
        <translation>eine ganze Zahl, %1 bis %2</translation>
    </message>
    <message>
        <location filename="core/lab/finding_values.cpp"/>
        <source>a pair has a head that is not among the heads</source>
        <translation>ein Paar hat einen Kopf, der nicht unter den Köpfen ist</translation>
    </message>
    <message>
        <location filename="core/lab/finding_values.cpp"/>
        <source>the lengths do not ascend</source>
        <translation>die Längen steigen nicht an</translation>
    </message>
    <message>
        <location filename="core/lab/finding_values.cpp"/>
        <source>a curve has %1 points, and there are %2 lengths</source>
        <translation>eine Kurve hat %1 Punkte, und es gibt %2 Längen</translation>
    </message>
    <message>
        <location filename="core/lab/finding_values.cpp"/>
        <source>the sweep has no runs</source>
        <translation>die Reihe hat keine Läufe</translation>
    </message>
    <message>
        <location filename="core/lab/knob_values.cpp"/>
        <source>a number, %1 to %2</source>
        <translation>eine Zahl, %1 bis %2</translation>
    </message>
    <message>
        <location filename="core/lab/knob_values.cpp"/>
        <source>one of %1</source>
        <translation>eines von %1</translation>
    </message>
    <message>
        <location filename="core/lab/knob_values.cpp"/>
        <source>a text of 1 to %1 bytes</source>
        <translation>ein Text von 1 bis %1 Byte</translation>
    </message>
    <message>
        <location filename="core/lab/knob_values.cpp"/>
        <source>at most %1 whole numbers with commas between them, each %2 to %3</source>
        <translation>höchstens %1 ganze Zahlen mit Kommas dazwischen, jede %2 bis %3</translation>
    </message>
    <message>
        <location filename="core/lab/knob_values.cpp"/>
        <source>is %1, but must be %2</source>
        <translation>ist %1, muss aber %2 sein</translation>
    </message>
    <message>
        <location filename="core/lab/knob_values.cpp"/>
        <source>knobs: %1 %2</source>
        <translation>knobs: %1 %2</translation>
    </message>
    <message>
        <location filename="core/lab/knob_values.cpp"/>
        <source>is no knob of this lab</source>
        <translation>ist kein Regler dieses Labors</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>The mean of every feature of the drawn queries and keys</source>
        <translation>Der Mittelwert jedes Merkmals der gezogenen Querys und Keys</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>The standard deviation of every feature of the drawn queries and keys</source>
        <translation>Die Standardabweichung jedes Merkmals der gezogenen Querys und Keys</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>divided by s =</source>
        <translation>geteilt durch s =</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>What the scores are divided by before the softmax</source>
        <translation>Wodurch die Scores vor dem Softmax geteilt werden</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Shows</source>
        <translation>Zeigt</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Which of the plots is shown, over all widths</source>
        <translation>Welches der Diagramme über alle Breiten gezeigt wird</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>temperature τ</source>
        <translation>Temperatur τ</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>What scores are divided by: near 0 the likeliest key takes all</source>
        <translation>Wodurch Scores geteilt werden: nahe 0 bekommt der wahrscheinlichste Key alles</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Any number: what one of the two inputs is multiplied by</source>
        <translation>Irgendeine Zahl: womit eine der beiden Eingaben multipliziert wird</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Those that x makes for all inputs, or those that each input makes for itself</source>
        <translation>Die, die x für alle Eingaben macht, oder die, die jede Eingabe für sich macht</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Training steps</source>
        <translation>Trainingsschritte</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Of each model: one for every kind of position</source>
        <translation>Jedes Modells: eines für jede Art von Position</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>How many positions further</source>
        <translation>Um wie viele Positionen es weitergeht</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>The position from which it goes</source>
        <translation>Die Position, von der es ausgeht</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Valid keys</source>
        <translation>Gültige Keys</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>So many keys are tokens; those after them are padding. 0 hides all</source>
        <translation>So viele Keys sind Token; die danach sind Auffüllung. 0 maskiert alle</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>of</source>
        <translation>von</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>A batch has a valid length for each example; a mask could have one for each query too</source>
        <translation>Ein Batch hat eine gültige Länge für jedes Beispiel; eine Maske könnte auch eine für jede Query haben</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>What stands in the place of the scores of padding</source>
        <translation>Was anstelle der Scores von Auffüllung steht</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>What is counted</source>
        <translation>Was gezählt wird</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>How long source and target are; the example’s at first</source>
        <translation>Wie lang Quelle und Ziel sind; zuerst die des Beispiels</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Another target</source>
        <translation>Anderes Ziel</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>For the same source: what is computed again?</source>
        <translation>Zur selben Quelle: Was wird neu berechnet?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>A score of every head by layer, all scores of each head, one score over the moments of the training, or what is left of the score of the head in focus without what an earlier one writes into its queries or keys</source>
        <translation>Ein Wert jedes Kopfes nach Schicht, alle Werte jedes Kopfes, ein Wert über die Augenblicke des Trainings, oder was vom Wert des Kopfes im Fokus bleibt ohne das, was ein früherer in seine Querys oder Keys schreibt</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Score</source>
        <translation>Maß</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>By which heads are coloured, sorted and drawn over training</source>
        <translation>Wonach Köpfe gefärbt, geordnet und über das Training gezeichnet werden</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Of those that the task keeps from training; 0: the one that is shown</source>
        <translation>Von denen, die die Aufgabe vom Training fernhält; 0: das gezeigte</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Taken away</source>
        <translation>Weggenommen</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>One head at a time, each two, or each W_O, for which the identity stands; and what a head costs each token, or how far it keeps to each pattern</source>
        <translation>Je ein Kopf, je zwei, oder je ein W_O, für das die Einheitsmatrix steht; und was ein Kopf jedes Token kostet, oder wie sehr er jedem Muster folgt</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>In its place</source>
        <translation>An seiner Stelle</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Zeros, which the rest of the model may not have met; the mean of what it says, over the tokens of these examples; or, each head alone, what it says of another one of them</source>
        <translation>Nullen, die der Rest des Modells womöglich nie gesehen hat; der Mittelwert dessen, was er sagt, über die Token dieser Beispiele; oder, bei jedem Kopf allein, was er bei einem anderen von ihnen sagt</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Of the task’s validation examples, over which the loss is a mean</source>
        <translation>Aus den Validierungsbeispielen der Aufgabe, über die der Verlust gemittelt wird</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Which one is tried at five values around its own; the rest stays</source>
        <translation>Welche mit fünf Werten um den eigenen herum erprobt wird; alles andere bleibt</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Factor</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>From one value to the next</source>
        <translation>Von einem Wert zum nächsten</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Seeds</source>
        <translation>Seeds</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>So many runs of each value, from different weights and batches</source>
        <translation>So viele Läufe mit jedem Wert, mit anderen Gewichten und Batches</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Of each run</source>
        <translation>Von jedem Lauf</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Start token</source>
        <translation>Startzeichen</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>What the decoder reads first</source>
        <translation>Was der Decoder zuerst liest</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Given</source>
        <translation>Vorgegeben</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>So many tokens of the right answer are given to it before it runs free</source>
        <translation>So viele Token der richtigen Antwort bekommt es, ehe es frei läuft</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>0: the cities as they are; any other number: in an order of its own</source>
        <translation>0: die Städte, wie sie sind; jede andere Zahl: in einer eigenen Reihenfolge</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Which cells: of the residual stream between layers, what a head says, where it looks, or what a feed-forward layer adds</source>
        <translation>Welche Zellen: des Residualstroms zwischen Schichten, was ein Kopf sagt, wohin er schaut oder was eine Feed-Forward-Schicht dazugibt</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>By</source>
        <translation>Durch</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>What is put in: the other example’s cell; the mean of that cell over the task’s examples that are as long; zeros; or that of one of those examples, drawn</source>
        <translation>Was eingesetzt wird: die Zelle des anderen Beispiels; der Mittelwert dieser Zelle über die ebenso langen Beispiele der Aufgabe; Nullen; oder die eines dieser Beispiele, zufällig gezogen</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Along one path into one head: decoder.1.self_attn.head.0.query, or its key or value alone; if left out, into all that follows</source>
        <translation>Entlang eines Pfads in einen Kopf: decoder.1.self_attn.head.0.query oder allein sein Key oder Value; ohne Angabe in alles, was folgt</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Into</source>
        <translation>In</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Other example</source>
        <translation>Anderes Beispiel</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>One as long as this one, of those that the model is never trained on; of an opened model, of those that were looked at before</source>
        <translation>Eines so lang wie dieses, von denen, mit denen das Modell nie trainiert wird; bei einem geöffneten Modell von denen, die vorher zu sehen waren</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Put in</source>
        <translation>Eingesetzt</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Drag over cells of a row, or move with Shift and the arrow keys, to put several in at once; all of a layer at first</source>
        <translation>Ziehen Sie über Zellen einer Zeile, oder gehen Sie mit Umschalt und den Pfeiltasten, um mehrere zugleich einzusetzen; zuerst alle einer Schicht</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>less the logit of</source>
        <translation>minus den Logit von</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>What is taken off: then it says why the one token, and not the other</source>
        <translation>Was abgezogen wird: Dann sagt es, warum das eine Token und nicht das andere</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>In which order the parts stand</source>
        <translation>In welcher Reihenfolge die Teile stehen</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>The length of the gradient at each token; its product with the token’s embedding; or the mean of such products on the way from an embedding of zeros</source>
        <translation>Die Länge des Gradienten bei jedem Token; sein Produkt mit dem Embedding des Tokens; oder der Mittelwert solcher Produkte auf dem Weg von einem Embedding aus Nullen</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Which row of the output, from 1</source>
        <translation>Welche Zeile der Ausgabe, ab 1</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Word</source>
        <translation>Wort</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Whose logit it is</source>
        <translation>Wessen Logit es ist</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Random weights</source>
        <translation>Zufallsgewichte</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>The same with weights that have learned nothing: a picture that stays the same does not say what the model has learned</source>
        <translation>Dasselbe mit Gewichten, die nichts gelernt haben: Ein Bild, das gleich bleibt, sagt nicht, was das Modell gelernt hat</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Queries and keys</source>
        <translation>Querys und Keys</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Of an attention: both in one picture, as the score compares them</source>
        <translation>Einer Aufmerksamkeit: beide in einem Bild, wie der Score sie vergleicht</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>The rows as they are, or their way over the moments of the training, seen along the directions of the shown one</source>
        <translation>Die Zeilen, wie sie sind, oder ihr Weg über die Augenblicke des Trainings, gesehen in den Richtungen des gezeigten</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Which hidden unit, from 1</source>
        <translation>Welche verborgene Einheit, ab 1</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Why are scores divided by √K?</source>
        <translation>Warum werden die Scores durch √K geteilt?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>What changes when the tokens of the source change places?</source>
        <translation>Was ändert sich, wenn Token der Quelle ihre Plätze tauschen?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Does a query pick one key, or does it mix?</source>
        <translation>Wählt eine Query einen Key, oder mischt sie?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Is attention linear?</source>
        <translation>Ist Aufmerksamkeit linear?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>What happens at lengths that training had not?</source>
        <translation>Was geschieht bei Längen, die das Training nicht hatte?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Which value of a setting learns best?</source>
        <translation>Mit welchem Wert einer Einstellung lernt das Modell am besten?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>What turns one position into the position k further?</source>
        <translation>Was macht aus einer Position die um k weitere?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>What does padding change?</source>
        <translation>Was ändert Padding?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>What does a sentence cost?</source>
        <translation>Was kostet ein Satz?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>What reaches a token through several layers?</source>
        <translation>Was erreicht ein Token durch mehrere Schichten?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Which head does what?</source>
        <translation>Welcher Kopf tut was?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Which heads does the model need?</source>
        <translation>Welche Köpfe braucht das Modell?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>What happens when the model reads what it wrote?</source>
        <translation>Was geschieht, wenn das Modell liest, was es selbst schrieb?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>How is this step written in PyTorch?</source>
        <translation>Wie steht dieser Schritt in PyTorch?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>How good is the tour?</source>
        <translation>Wie gut ist die Tour?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>What does the forecast make of the past?</source>
        <translation>Was macht die Vorhersage aus der Vergangenheit?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>In which layer does the answer appear?</source>
        <translation>In welcher Schicht erscheint die Antwort?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Which cell carries the answer?</source>
        <translation>Welche Zelle trägt die Antwort?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Why does this head look there?</source>
        <translation>Warum schaut dieser Kopf dorthin?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>What wrote this word?</source>
        <translation>Was hat dieses Wort geschrieben?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Which input mattered?</source>
        <translation>Welche Eingabe war wichtig?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Which rows are alike?</source>
        <translation>Welche Zeilen ähneln sich?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>What does a hidden unit do?</source>
        <translation>Was tut eine verborgene Einheit?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>Which waves around the clock are left?</source>
        <translation>Welche Wellen um die Uhr bleiben übrig?</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>scores, drawn</source>
        <translation>Scores, gezogen</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>scores, live</source>
        <translation>Scores, live</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>gradient of the softmax</source>
        <translation>Gradient des Softmax</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>frozen</source>
        <translation>eingefroren</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>freed</source>
        <translation>frei</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>the example</source>
        <translation>dem Beispiel</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>the query in focus alone</source>
        <translation>der Query im Fokus allein</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>by length</source>
        <translation>nach Länge</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>by part</source>
        <translation>nach Teil</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>who waits</source>
        <translation>wer wartet</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>writing</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>by layer</source>
        <translation>nach Schicht</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>all scores</source>
        <translation>alle Maße</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>over training</source>
        <translation>über das Training</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>paths into a head</source>
        <translation>Wege in einen Kopf</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>token before</source>
        <translation>Token davor</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>equal token</source>
        <translation>gleiches Token</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>induction</source>
        <translation>Induktion</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>first token</source>
        <translation>erstes Token</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>itself</source>
        <translation>sich selbst</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>a head</source>
        <translation>ein Kopf</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>two heads</source>
        <translation>zwei Köpfe</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>a head, by token</source>
        <translation>ein Kopf, nach Token</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>a head, by pattern</source>
        <translation>ein Kopf, nach Muster</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>zeros</source>
        <translation>Nullen</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>its mean</source>
        <translation>sein Mittelwert</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>another example’s</source>
        <translation>die eines anderen Beispiels</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>hidden units</source>
        <translation>verborgene Einheiten</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>weight decay</source>
        <translation>Weight Decay</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>each cell by itself</source>
        <translation>jede Zelle für sich</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>the marked cells</source>
        <translation>die markierten Zellen</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>residual stream</source>
        <translation>Residualstrom</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>a head’s pattern</source>
        <translation>Muster eines Kopfes</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>feed-forward</source>
        <translation>Feed-Forward</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>the other example</source>
        <translation>das andere Beispiel</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>the mean</source>
        <translation>der Mittelwert</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>a drawn example</source>
        <translation>ein gezogenes Beispiel</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>the second likeliest</source>
        <translation>das zweitwahrscheinlichste</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>the right token</source>
        <translation>das richtige Token</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>largest first</source>
        <translation>größte zuerst</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>as in the model</source>
        <translation>wie im Modell</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>gradient × input</source>
        <translation>Gradient × Eingabe</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>integrated gradients</source>
        <translation>integrierte Gradienten</translation>
    </message>
    <message>
        <location filename="core/lab/lab.cpp"/>
        <source>the likeliest</source>
        <translation>das wahrscheinlichste</translation>
    </message>
    <message>
        <location filename="core/lab_runs/ablation_lab.cpp"/>
        <source>other examples are those of a task, and this model has none</source>
        <translation>andere Beispiele sind die einer Aufgabe, und dieses Modell hat keine</translation>
    </message>
    <message>
        <location filename="core/lab_runs/heads_lab.cpp"/>
        <source>this model has no attention heads</source>
        <translation>dieses Modell hat keine Köpfe der Aufmerksamkeit</translation>
    </message>
    <message>
        <location filename="core/lab_runs/lab_runs.cpp"/>
        <source>a loss needs the right answer, and nobody knows it</source>
        <translation>ein Verlust braucht die richtige Antwort, und die kennt niemand</translation>
    </message>
    <message>
        <location filename="core/lab_runs/patch_labs.cpp"/>
        <source>the model finds the other answer as likely for one example as for the other; there is nothing to bring back</source>
        <translation>das Modell hält die andere Antwort bei beiden Beispielen für gleich wahrscheinlich; es gibt nichts zurückzubringen</translation>
    </message>
    <message>
        <location filename="core/lab_runs/patch_labs.cpp"/>
        <source>a mean needs the examples of a task, and this model has none</source>
        <translation>ein Mittelwert braucht die Beispiele einer Aufgabe, und dieses Modell hat keine</translation>
    </message>
    <message>
        <location filename="core/lab_runs/patch_labs.cpp"/>
        <source>none of the task’s examples is as long as this one</source>
        <translation>keines der Beispiele der Aufgabe ist so lang wie dieses</translation>
    </message>
    <message>
        <location filename="core/lab_runs/patch_labs.cpp"/>
        <source>there is no such stack</source>
        <translation>diesen Stapel gibt es nicht</translation>
    </message>
    <message>
        <location filename="core/lab_runs/patch_labs.cpp"/>
        <source>there are no such cells</source>
        <translation>diese Zellen gibt es nicht</translation>
    </message>
    <message>
        <location filename="core/lab_runs/row_labs.cpp"/>
        <source>some of these rows' numbers are not finite, so they have no place</source>
        <translation>manche Zahlen dieser Zeilen sind nicht endlich, also haben sie keinen Ort</translation>
    </message>
    <message>
        <location filename="core/lab_runs/training_labs.cpp"/>
        <source>models are trained for this, and the task of this run is not there</source>
        <translation>dafür werden Modelle trainiert, und die Aufgabe dieses Laufs ist nicht da</translation>
    </message>
    <message>
        <location filename="core/lesson/answers.cpp"/>
        <source>%1.%2 is no question of the lesson %3 with answers to choose from</source>
        <translation>%1.%2 ist keine Frage der Lektion %3 mit Antworten zur Auswahl</translation>
    </message>
    <message>
        <location filename="core/lesson/answers.cpp"/>
        <source>%1.%2 is %3, but must be a whole number, 1 to %4</source>
        <translation>%1.%2 ist %3, muss aber eine ganze Zahl von 1 bis %4 sein</translation>
    </message>
    <message>
        <location filename="core/lesson/answers.cpp"/>
        <source>%1.%2 was said to other answers than this lesson has; save the answers again, with the lesson as it is now</source>
        <translation>%1.%2 wurde zu anderen Antworten gesagt, als diese Lektion sie hat; die Antworten noch einmal mit der Lektion sichern, wie sie jetzt ist</translation>
    </message>
    <message>
        <location filename="core/lesson/answers.cpp"/>
        <source>these are no answers to a lesson: an object with the fields %1 (a text) and %2 (an object)</source>
        <translation>das sind keine Antworten zu einer Lektion: ein Objekt mit den Feldern %1 (ein Text) und %2 (ein Objekt)</translation>
    </message>
    <message>
        <location filename="core/lesson/answers.cpp"/>
        <source>%1 is %2, but the lesson that is open is %3</source>
        <translation>%1 ist %2, aber die geöffnete Lektion ist %3</translation>
    </message>
    <message>
        <location filename="core/lesson/find_place.cpp"/>
        <source>the step %1 has no place %2 there; there are %3</source>
        <translation>Der Schritt %1 hat dort keinen Platz %2; es gibt %3</translation>
    </message>
    <message>
        <location filename="core/lesson/find_place.cpp"/>
        <source>the step %1 has no token %2 there; its tokens are: %3</source>
        <translation>Der Schritt %1 hat dort kein Token %2; seine Token sind: %3</translation>
    </message>
    <message>
        <location filename="core/lesson/find_place.cpp"/>
        <source>the model has no step %1</source>
        <translation>Das Modell hat keinen Schritt %1</translation>
    </message>
    <message>
        <location filename="core/lesson/find_place.cpp"/>
        <source>the step %1 has more dimensions than head, row and column</source>
        <translation>Der Schritt %1 hat mehr Dimensionen als Kopf, Zeile und Spalte</translation>
    </message>
    <message>
        <location filename="core/lesson/find_place.cpp"/>
        <source>the step %1 has no cells</source>
        <translation>Der Schritt %1 hat keine Zellen</translation>
    </message>
    <message>
        <location filename="core/lesson/find_place.cpp"/>
        <source>two places of the step %1 are equally right</source>
        <translation>Zwei Orte des Schritts %1 sind gleich richtig</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_blocks.cpp"/>
        <source>a number that a computer counts with</source>
        <translation>eine Zahl, mit der ein Computer zählt</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_blocks.cpp"/>
        <source>stands outside of training: %1</source>
        <translation>steht außerhalb von training: %1</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_blocks.cpp"/>
        <source>values that differ</source>
        <translation>Werte, die sich unterscheiden</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_blocks.cpp"/>
        <source>a name for each of the values</source>
        <translation>ein Name für jeden der Werte</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_blocks.cpp"/>
        <source>a list of names</source>
        <translation>eine Liste von Namen</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_blocks.cpp"/>
        <source>stands beside file: a saved run is shown with the runs that were saved with it</source>
        <translation>steht neben file: Ein gespeicherter Lauf wird mit den Läufen gezeigt, die mit ihm gespeichert wurden</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_blocks.cpp"/>
        <source>names of docks: map, explain, what-if, train</source>
        <translation>Namen von Docks: map, explain, what-if, train</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_blocks.cpp"/>
        <source>names of commands: train, compare, new-model and others</source>
        <translation>Namen von Befehlen: train, compare, new-model und andere</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_blocks.cpp"/>
        <source>is point, and so the field find must say how the place is found</source>
        <translation>ist point; das Feld find muss also sagen, wie der Ort gefunden wird</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_blocks.cpp"/>
        <source>must have one answer that is right, and no other</source>
        <translation>muss genau eine richtige Antwort haben</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_blocks.cpp"/>
        <source>three texts: a nudge, a place to look, the answer</source>
        <translation>drei Texte: ein Anstoß, ein Ort zum Nachsehen, die Antwort</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_blocks.cpp"/>
        <source>are those of a lab, and the experiment has none</source>
        <translation>gehören zu einem Labor, und das Experiment hat keines</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_blocks.cpp"/>
        <source>is nothing that a lab of a lesson is given</source>
        <translation>ist nichts, was ein Labor einer Lektion bekommt</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_blocks.cpp"/>
        <source>compares runs, and the experiment trains none</source>
        <translation>vergleicht Läufe, und das Experiment trainiert keine</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_blocks.cpp"/>
        <source>is distance, which is between two whole rows: row and from name them</source>
        <translation>ist distance, also zwischen zwei ganzen Zeilen: row und from nennen sie</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_blocks.cpp"/>
        <source>%1 of the block %2 is missing; it must be %3</source>
        <translation>%1 des Blocks %2 fehlt; es muss %3 sein</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_blocks.cpp"/>
        <source>a lesson begins with a block %1; this one is %2</source>
        <translation>Eine Lektion beginnt mit einem Block %1; dieser ist %2</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_blocks.cpp"/>
        <source>texts of 1 to 1000 bytes</source>
        <translation>Texte von 1 bis 1000 Bytes</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_blocks.cpp"/>
        <source>%1 is no kind of block; there are %2</source>
        <translation>%1 ist keine Art von Block; es gibt %2</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_blocks.cpp"/>
        <source>the name of a .safetensors file in the lesson's folder</source>
        <translation>der Name einer .safetensors-Datei im Ordner der Lektion</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_fields.cpp"/>
        <source>line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_fields.cpp"/>
        <source>%1 is %2, but must be %3</source>
        <translation>%1 ist %2, muss aber %3 sein</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_fields.cpp"/>
        <source>an id of small letters, digits and hyphens that begins with a letter</source>
        <translation>eine ID aus Kleinbuchstaben, Ziffern und Bindestrichen, die mit einem Buchstaben beginnt</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_fields.cpp"/>
        <source>a number, true, false or a text of 1 to %1 bytes</source>
        <translation>eine Zahl, true, false oder ein Text von 1 bis %1 Byte</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_fields.cpp"/>
        <source>a list of %1 to %2 objects</source>
        <translation>eine Liste von %1 bis %2 Objekten</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_fields.cpp"/>
        <source>a list of %1 to %2 values</source>
        <translation>eine Liste von %1 bis %2 Werten</translation>
    </message>
    <message>
        <location filename="core/lesson/lesson_fields.cpp"/>
        <source>%1 is no field of the block %2; there are %3</source>
        <translation>%1 ist kein Feld des Blocks %2; es gibt %3</translation>
    </message>
    <message>
        <location filename="core/lesson/packed_lesson.cpp"/>
        <source>it has %1 files; at most %2 are allowed</source>
        <translation>sie hat %1 Dateien; höchstens %2 sind erlaubt</translation>
    </message>
    <message>
        <location filename="core/lesson/packed_lesson.cpp"/>
        <source>its files have %1 bytes; at most %2 are allowed</source>
        <translation>ihre Dateien haben %1 Bytes; höchstens %2 sind erlaubt</translation>
    </message>
    <message>
        <location filename="core/lesson/packed_lesson.cpp"/>
        <source>%1 is no bare name that a file can have on every system</source>
        <translation>%1 ist kein bloßer Name, den eine Datei auf jedem System haben kann</translation>
    </message>
    <message>
        <location filename="core/lesson/packed_lesson.cpp"/>
        <source>two of its files are called %1</source>
        <translation>zwei ihrer Dateien heißen %1</translation>
    </message>
    <message>
        <location filename="core/lesson/packed_lesson.cpp"/>
        <source>it has no %1, so it is no packed lecture</source>
        <translation>sie hat keine %1, ist also keine gepackte Vorlesung</translation>
    </message>
    <message>
        <location filename="core/lesson/packed_lesson.cpp"/>
        <source>%1: its list of files would have %2 bytes, and at most %3 are allowed; this is no packed lecture</source>
        <translation>%1: ihre Liste der Dateien hätte %2 Bytes, und höchstens %3 sind erlaubt; das ist keine gepackte Vorlesung</translation>
    </message>
    <message>
        <location filename="core/lesson/packed_lesson.cpp"/>
        <source>%1 could not be unpacked into %2: %3</source>
        <translation>%1 konnte nicht nach %2 ausgepackt werden: %3</translation>
    </message>
    <message>
        <location filename="core/lesson/packed_lesson.cpp"/>
        <source>its format is %1, and must be %2; this is no packed lecture, or one of a newer version</source>
        <translation>ihr Format ist %1 und muss %2 sein; das ist keine gepackte Vorlesung, oder die einer neueren Version</translation>
    </message>
    <message>
        <location filename="core/lesson/packed_lesson.cpp"/>
        <source>the lesson has %1 bytes; at most %2 are allowed</source>
        <translation>Die Lektion hat %1 Byte; erlaubt sind höchstens %2</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>a lesson has no links and no pictures from elsewhere</source>
        <translation>Eine Lektion hat keine Links und keine Bilder von anderswo</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>a lesson has no HTML; %1 is some, or stands in backticks</source>
        <translation>Eine Lektion hat kein HTML; %1 ist welches oder gehört zwischen Backticks</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>the braces of the formula %1 stand in each other more than %2 deep</source>
        <translation>die Klammern der Formel %1 sind mehr als %2-fach ineinander geschachtelt</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>the id %1 stands twice in the lesson</source>
        <translation>Die ID %1 steht zweimal in der Lektion</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>%1 %2 is meant, and the lesson has none of that id</source>
        <translation>Gemeint ist %1 %2, und die Lektion hat nichts mit dieser ID</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>the experiment</source>
        <translation>das Experiment</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>run is %1, but the experiment %2 has %3</source>
        <translation>run ist %1, das Experiment %2 hat aber %3</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>one run, without a name</source>
        <translation>einen Lauf, ohne Namen</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>the experiment %1 trains nothing; its lab alone can be measured</source>
        <translation>Das Experiment %1 trainiert nichts; nur sein Labor lässt sich messen</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>what is lab, and the experiment %1 has none</source>
        <translation>what ist lab, und das Experiment %1 hat keines</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>the question</source>
        <translation>die Frage</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>the claim</source>
        <translation>die Behauptung</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>the claim %1 is an order, and a question for a number needs one</source>
        <translation>Die Behauptung %1 ist eine Ordnung, und eine Frage nach einer Zahl braucht eine</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>the experiment that the place is found in trains nothing</source>
        <translation>Das Experiment, in dem der Ort gefunden wird, trainiert nichts</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>the claim %1 is an order and has no number to be written here</source>
        <translation>Die Behauptung %1 ist eine Ordnung und hat keine Zahl, die hier stehen könnte</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>the setting</source>
        <translation>die Einstellung</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>file names %1, which was not packed with the lesson</source>
        <translation>file nennt %1, und das wurde nicht mit der Lektion gepackt</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>the text is not UTF-8</source>
        <translation>Der Text ist nicht UTF-8</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>the line has a character that cannot be seen, such as one that turns the direction of writing</source>
        <translation>Die Zeile hat ein Zeichen, das man nicht sieht, etwa eines, das die Schreibrichtung umkehrt</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>the lesson has no pages; each begins with a line "## Title"</source>
        <translation>Die Lektion hat keine Seiten; jede beginnt mit einer Zeile „## Titel“</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>a page begins with a line "## Title" of at most %1 bytes</source>
        <translation>Eine Seite beginnt mit einer Zeile „## Titel“ von höchstens %1 Byte</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>a page has at most %1 paragraphs and blocks</source>
        <translation>Eine Seite hat höchstens %1 Absätze und Blöcke</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>a lesson has at most %1 pages</source>
        <translation>Eine Lektion hat höchstens %1 Seiten</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>a paragraph has at most %1 bytes, and this one has %2</source>
        <translation>ein Absatz hat höchstens %1 Bytes, und dieser hat %2</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>the block does not end; after it stands a line %1</source>
        <translation>Der Block endet nicht; nach ihm steht eine Zeile %1</translation>
    </message>
    <message>
        <location filename="core/lesson/read_lesson.cpp"/>
        <source>in the block that begins here, %1</source>
        <translation>in dem Block, der hier beginnt, %1</translation>
    </message>
    <message>
        <location filename="core/lesson/spans.cpp"/>
        <source>%1 stands in braces, but must be %2</source>
        <translation>%1 steht in geschweiften Klammern, muss aber %2 sein</translation>
    </message>
    <message>
        <location filename="core/lesson/spans.cpp"/>
        <source>%1 opens something that does not end</source>
        <translation>%1 öffnet etwas, das nicht endet</translation>
    </message>
    <message>
        <location filename="core/lesson/spans.cpp"/>
        <source>%1 closes something that was not opened</source>
        <translation>%1 schließt etwas, das nicht geöffnet wurde</translation>
    </message>
    <message>
        <location filename="core/lesson/spans.cpp"/>
        <source>a number in %1 stands in no claim; write it as {claim:ID} or {set:ID.KEY}</source>
        <translation>Eine Zahl in %1 steht in keiner Behauptung; schreiben Sie sie als {claim:ID} oder {set:ID.KEY}</translation>
    </message>
    <message>
        <location filename="core/measure/attribution.cpp"/>
        <source>a mask hides this place here: its logit is −∞, and no sum</source>
        <translation>eine Maske maskiert diese Stelle hier: Ihr Logit ist −∞ und keine Summe</translation>
    </message>
    <message>
        <location filename="core/measure/attribution.cpp"/>
        <source>a layer with an activation stands between the stream and this model's logits, so they are no sum of what was added</source>
        <translation>zwischen dem Strom und den Logits dieses Modells steht eine Schicht mit einer Aktivierung; sie sind also keine Summe dessen, was addiert wurde</translation>
    </message>
    <message>
        <location filename="core/measure/code_listing.cpp"/>
        <source>The listing ends with the logits of words; this model ends with its last layer.</source>
        <translation>Das Programm endet mit den Logits von Wörtern; dieses Modell endet mit seiner letzten Schicht.</translation>
    </message>
    <message>
        <location filename="core/measure/code_listing.cpp"/>
        <source>The listing is that of a transformer; this model reads one token after the other.</source>
        <translation>Das Programm ist das eines Transformers; dieses Modell liest ein Token nach dem anderen.</translation>
    </message>
    <message>
        <location filename="core/measure/code_listing.cpp"/>
        <source>The listing mixes tokens by attention; this model has another layer in its place.</source>
        <translation>Das Programm mischt Token durch Aufmerksamkeit; dieses Modell hat eine andere Schicht an deren Stelle.</translation>
    </message>
    <message>
        <location filename="core/measure/code_listing.cpp"/>
        <source>The listing adds positions from the first row of their table on; this model begins further down.</source>
        <translation>Das Programm addiert Positionen von der ersten Zeile ihrer Tabelle an; dieses Modell beginnt weiter unten.</translation>
    </message>
    <message>
        <location filename="core/measure/code_listing.cpp"/>
        <source>The listing begins with words and positions and ends with the logits; this model has more at its ends.</source>
        <translation>Das Programm beginnt mit Wörtern und Positionen und endet mit den Logits; dieses Modell hat an seinen Enden mehr.</translation>
    </message>
    <message>
        <location filename="core/measure/code_listing.cpp"/>
        <source>The listing has sines and cosines side by side, and relative positions without buckets; this model has others.</source>
        <translation>Das Listing hat Sinus und Kosinus nebeneinander und relative Positionen ohne Fächer; dieses Modell hat andere.</translation>
    </message>
    <message>
        <location filename="core/measure/code_listing.cpp"/>
        <source>The listing has the blocks of 2017 and of Llama; this model has others: a window, norms of queries and keys or one matrix for both, a gain from 1 on, turns that are slowed or partial, or parts side by side.</source>
        <translation>Der Code hat die Bausteine von 2017 und von Llama; dieses Modell hat andere: ein Fenster, Normen von Querys und Keys oder eine Matrix für beide, eine Verstärkung von 1 an, verlangsamte oder teilweise Drehungen oder Teile nebeneinander.</translation>
    </message>
    <message>
        <location filename="core/measure/code_listing.cpp"/>
        <source>The listing reads and writes words; this model has numbers.</source>
        <translation>Das Programm liest und schreibt Wörter; dieses Modell hat Zahlen.</translation>
    </message>
    <message>
        <location filename="core/measure/code_listing.cpp"/>
        <source>The listing has two stacks of one size, with a table of words for each; this model has others.</source>
        <translation>Das Listing hat zwei gleich große Stapel mit je einer Tabelle der Wörter; dieses Modell hat andere.</translation>
    </message>
    <message>
        <location filename="core/measure/health.cpp"/>
        <source>Nothing was measured that says how it does.</source>
        <translation>Nichts wurde gemessen, woran man sieht, wie es ihm geht.</translation>
    </message>
    <message>
        <location filename="core/measure/health.cpp"/>
        <source>Hardly better than a guess so far.</source>
        <translation>Bisher kaum besser als geraten.</translation>
    </message>
    <message>
        <location filename="core/measure/health.cpp"/>
        <source>Learning: the loss falls.</source>
        <translation>Lernt: Der Verlust fällt.</translation>
    </message>
    <message>
        <location filename="core/measure/health.cpp"/>
        <source>Learnt.</source>
        <translation>Gelernt.</translation>
    </message>
    <message>
        <location filename="core/measure/health.cpp"/>
        <source>A plateau: the loss has not fallen since training step %1.</source>
        <translation>Ein Plateau: Seit Trainingsschritt %1 ist der Verlust nicht gefallen.</translation>
    </message>
    <message>
        <location filename="core/measure/health.cpp"/>
        <source>Stuck since training step %1: hardly better than a guess that knows only how often each token comes.</source>
        <translation>Festgefahren seit Trainingsschritt %1: kaum besser als geraten mit dem Wissen, wie oft jedes Token vorkommt.</translation>
    </message>
    <message>
        <location filename="core/measure/health.cpp"/>
        <source>Worse again since training step %1: much of what was learnt is lost.</source>
        <translation>Wieder schlechter seit Trainingsschritt %1: Viel vom Gelernten ist verloren.</translation>
    </message>
    <message>
        <location filename="core/measure/health.cpp"/>
        <source>Diverged at training step %1: the loss is far above its beginning, or no number.</source>
        <translation>Divergiert bei Trainingsschritt %1: Der Verlust ist weit über seinem Anfang oder keine Zahl.</translation>
    </message>
    <message>
        <location filename="core/measure/health.cpp"/>
        <source>By heart since training step %1: the training loss falls, the validation loss rises.</source>
        <translation>Auswendig seit Trainingsschritt %1: Der Trainingsverlust fällt, der Validierungsverlust steigt.</translation>
    </message>
    <message>
        <location filename="core/measure/patch_rows.cpp"/>
        <source>%1 is no query, key or value of a head of this model; it has %2</source>
        <translation>%1 ist keine Query, kein Key und kein Value eines Kopfes dieses Modells; es hat %2</translation>
    </message>
    <message>
        <location filename="core/measure/patch_rows.cpp"/>
        <source>this model has no residual stream; only a transformer has one</source>
        <translation>dieses Modell hat keinen Residualstrom; den hat nur ein Transformer</translation>
    </message>
    <message>
        <location filename="core/measure/read_embeddings.cpp"/>
        <source>this model reads no embeddings</source>
        <translation>dieses Modell liest keine Embeddings</translation>
    </message>
    <message>
        <location filename="core/measure/residual_stream.cpp"/>
        <source>this model says numbers; without words it has no probabilities</source>
        <translation>dieses Modell sagt Zahlen; ohne Wörter hat es keine Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <location filename="core/measure/residual_stream.cpp"/>
        <source>this model has no head that says words, and so no probabilities</source>
        <translation>dieses Modell hat keine Ausgabe, die Wörter sagt, und deshalb keine Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <location filename="core/measure/score_split.cpp"/>
        <source>this model has no attention whose scores could be split</source>
        <translation>dieses Modell hat keine Aufmerksamkeit, deren Scores zerlegt werden könnten</translation>
    </message>
    <message>
        <location filename="core/measure/spectrum.cpp"/>
        <source>this model does not read numbers as tokens of their own, 0, 1, 2 and on beyond 10, as the task modular has them</source>
        <translation>dieses Modell liest keine Zahlen als eigene Token, 0, 1, 2 und weiter über 10 hinaus, wie die Aufgabe modular sie hat</translation>
    </message>
    <message>
        <location filename="core/model/condition.cpp"/>
        <source>%1 or %2</source>
        <translation>%1 oder %2</translation>
    </message>
    <message>
        <location filename="core/model/condition.cpp"/>
        <source>%1, and %2</source>
        <translation>%1, und %2</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>%1 is %2, which does not divide %3 %4; it could be %5</source>
        <translation>%1 ist %2 und teilt %3 %4 nicht; möglich wäre %5</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>%1 is true, but %2 is %3 and %4 is %5; one matrix for both needs as many heads of keys as of queries</source>
        <translation>%1 ist wahr, aber %2 ist %3 und %4 ist %5; eine Matrix für beide braucht so viele Köpfe von Keys wie von Querys</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>%1 is %2, so that %3 of the %4 features of a head turn, but they turn in pairs; choose a share that leaves an even number of them</source>
        <translation>%1 ist %2, sodass sich %3 von %4 Merkmalen eines Kopfes drehen, sie drehen sich aber paarweise; wähle einen Anteil, der eine gerade Zahl ergibt</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>%1 is %2, but rotary positions turn pairs of features; choose an even width or other positions</source>
        <translation>%1 ist %2, aber rotierende Positionen drehen Paare von Merkmalen; wähle eine gerade Breite oder andere Positionen</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>%1 is "rotary", which turns pairs of features, but %2 %3 over %4 %5 leaves each head an odd width of %6; choose an even one or other positions</source>
        <translation>%1 ist „rotary“ und dreht Paare von Merkmalen, aber %2 %3 durch %4 %5 gibt jedem Kopf eine ungerade Breite von %6; wählen Sie eine gerade oder andere Positionen</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>%1 is %2, but offsets up to half of %3 %4 have buckets of their own; it must be more than that</source>
        <translation>%1 ist %2, aber Abstände bis zur Hälfte von %3 %4 haben eigene Fächer; es muss mehr sein als diese</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>%1 is true, but %2 is %3 and %4 is %5; one table for both needs as many words in both</source>
        <translation>%1 ist wahr, aber %2 ist %3 und %4 ist %5; eine Tabelle für beide braucht gleich viele Wörter in beiden</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>%1 is %2, but it must be more than %3, which is %4</source>
        <translation>%1 ist %2, muss aber mehr sein als %3, das %4 ist</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>%1 is true, but %2 is %3 and %4 is %5; an encoder-only model can tie them only when both are the same</source>
        <translation>%1 ist true, aber %2 ist %3 und %4 ist %5; ein reiner Encoder kann sie nur teilen, wenn beide gleich sind</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>the model would have %1 million weights; at most %2 million are possible, so %3, %4 or %5 must be smaller</source>
        <translation>das Modell hätte %1 Millionen Gewichte; höchstens %2 Millionen sind möglich, also muss %3, %4 oder %5 kleiner sein</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>the model would have %1 million weights; at most %2 million are possible, so a vocabulary, %6 or %3 must be smaller</source>
        <translation>das Modell hätte %1 Millionen Gewichte; höchstens %2 Millionen sind möglich, also muss ein Vokabular, %6 oder %3 kleiner sein</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>the model configuration</source>
        <translation>die Konfiguration des Modells</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>%1 was called %2 before, and both are given; leave %2 out</source>
        <translation>%1 hieß früher %2, und beide sind angegeben; lassen Sie %2 weg</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Architecture</source>
        <translation>Architektur</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Which halves of the transformer there are; a decoder alone writes text.</source>
        <translation>Welche Hälften des Transformers es gibt; ein Decoder allein schreibt Text.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>What the model reads: tokens of a vocabulary, or rows of real numbers such as the points of a series. It follows from the task.</source>
        <translation>Was das Modell liest: Token eines Vokabulars oder Zeilen reeller Zahlen wie die Punkte einer Zeitreihe. Es folgt aus der Aufgabe.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>What the model says: words of a vocabulary, real numbers, or which row of the input comes next. It follows from the task. A model with states ends with its last layer.</source>
        <translation>Was das Modell sagt: Wörter eines Vokabulars, reelle Zahlen, oder welche Zeile der Eingabe als Nächstes kommt. Es folgt aus der Aufgabe. Ein Modell mit states endet mit seiner letzten Schicht.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Numbers in a row f</source>
        <translation>Zahlen je Zeile f</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>How many real numbers each row of the input has; up to 64.</source>
        <translation>Wie viele reelle Zahlen jede Zeile der Eingabe hat; bis 64.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Family</source>
        <translation>Familie</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Transformer: all tokens at once, layer by layer. Recurrent: token after token, with a state that is handed on.</source>
        <translation>Transformer: alle Token auf einmal, Schicht um Schicht. Rekurrent: Token um Token, mit einem Zustand, der weitergereicht wird.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Recurrent models only: GRU decides by gates what of its state is kept, RNN makes it anew from state and token. LSTM keeps a cell beside its state, with a gate for what it forgets.</source>
        <translation>Nur rekurrente Modelle: GRU entscheidet mit Gates, was von ihrem Zustand bleibt, RNN macht ihn aus Zustand und Token neu. LSTM behält neben ihrem Zustand eine Zelle, mit einem Gate dafür, was sie vergisst.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Alignment (attention to states)</source>
        <translation>Alignment (Aufmerksamkeit auf Zustände)</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Recurrent models only: how a state is compared with those that it looks at; none leaves the decoder the encoder's last states, one for each layer.</source>
        <translation>Nur für rekurrente Modelle: wie ein Zustand mit denen verglichen wird, auf die er blickt; „none“ lässt dem Decoder die letzten Zustände des Encoders, einen je Schicht.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>How many blocks lie on top of each other in the encoder and in the decoder; up to 64.</source>
        <translation>Wie viele Blöcke im Encoder und im Decoder übereinander liegen; bis 64.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Layers of the encoder</source>
        <translation>Schichten des Encoders</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Blocks of the encoder, where it has not as many as the decoder; 0: as the layers say.</source>
        <translation>Blöcke des Encoders, wenn er nicht so viele hat wie der Decoder; 0: wie die Schichten sagen.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Layers of the decoder</source>
        <translation>Schichten des Decoders</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Blocks of the decoder, where it has not as many as the encoder; 0: as the layers say.</source>
        <translation>Blöcke des Decoders, wenn er nicht so viele hat wie der Encoder; 0: wie die Schichten sagen.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Model width D</source>
        <translation>Modellbreite D</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Numbers for each token in the residual stream; up to 8192.</source>
        <translation>Zahlen je Token im Residualstrom; bis 8192.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>What gives a token context: attention to what fits it, the mean of those it may see, or a convolution over its neighbours.</source>
        <translation>Was einem Token Kontext gibt: Aufmerksamkeit für das, was zu ihm passt, das Mittel derer, die es sehen darf, oder eine Faltung über seine Nachbarn.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Reach of the convolution C</source>
        <translation>Reichweite der Faltung C</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Convolution only: a token reads this many tokens before it and, in an encoder, as many after it; up to 64.</source>
        <translation>Nur für Faltungen: Ein Token liest so viele Token vor sich und in einem Encoder ebenso viele nach sich; bis 64.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Heads H</source>
        <translation>Köpfe H</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Attention heads of a block; the model width must be a multiple. Up to 256.</source>
        <translation>Aufmerksamkeitsköpfe eines Blocks; die Modellbreite muss ein Vielfaches davon sein. Bis 256.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Heads of the encoder</source>
        <translation>Köpfe des Encoders</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Attention heads of the encoder, where they are not as many as the decoder's; 0: as the heads say.</source>
        <translation>Aufmerksamkeitsköpfe des Encoders, wenn es nicht so viele sind wie im Decoder; 0: wie die Köpfe sagen.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Heads of the decoder</source>
        <translation>Köpfe des Decoders</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Attention heads of the decoder, where they are not as many as the encoder's; 0: as the heads say.</source>
        <translation>Aufmerksamkeitsköpfe des Decoders, wenn es nicht so viele sind wie im Encoder; 0: wie die Köpfe sagen.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Key–value heads G</source>
        <translation>Key-Value-Köpfe G</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Heads of keys and values, each read by as many heads of queries; the heads must be a multiple. 0: as many as heads.</source>
        <translation>Köpfe aus Keys und Values, jeder von gleich vielen Köpfen aus Querys gelesen; die Zahl der Köpfe muss ein Vielfaches sein. 0: so viele wie Köpfe.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Width of a head K</source>
        <translation>Breite eines Kopfs K</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Numbers of a query or key; up to 1024. 0: the model width over the heads.</source>
        <translation>Zahlen eines Querys oder Keys; bis 1024. 0: die Modellbreite durch die Köpfe.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Width of a value d_v</source>
        <translation>Breite eines Values d_v</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Numbers of a value, and of what a head takes out; up to 1024. 0: as many as of a query or key.</source>
        <translation>Zahlen eines Values und dessen, was ein Kopf herausholt; bis 1024. 0: so viele wie die eines Querys oder Keys.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Feed-forward layer</source>
        <translation>Feed-Forward-Schicht</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Plain: act(x·W₁)·W₂. Gated: (act(x·W_g) ⊙ (x·W₁))·W₂, where each hidden unit is let through by another one. None: a layer is attention alone.</source>
        <translation>Plain: act(x·W₁)·W₂. Gated: (act(x·W_g) ⊙ (x·W₁))·W₂, wobei jede verborgene Einheit von einer anderen durchgelassen wird. None: eine Schicht ist nur Aufmerksamkeit.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Feed-forward width F</source>
        <translation>Feed-Forward-Breite F</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Hidden units of the feed-forward layer, often 4 times the model width; up to 65536.</source>
        <translation>Verborgene Einheiten der Feed-Forward-Schicht, oft das Vierfache der Modellbreite; bis 65536.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Feed-forward width of the encoder</source>
        <translation>Feed-Forward-Breite des Encoders</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Hidden units of the encoder, where they are not as many as the decoder's; 0: as the feed-forward width says.</source>
        <translation>Verborgene Einheiten des Encoders, wenn es nicht so viele sind wie im Decoder; 0: wie die Feed-Forward-Breite sagt.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Feed-forward width of the decoder</source>
        <translation>Feed-Forward-Breite des Decoders</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Hidden units of the decoder, where they are not as many as the encoder's; 0: as the feed-forward width says.</source>
        <translation>Verborgene Einheiten des Decoders, wenn es nicht so viele sind wie im Encoder; 0: wie die Feed-Forward-Breite sagt.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Feed-forward bias</source>
        <translation>Bias der Feed-Forward-Schicht</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Add a learned vector to x·W₁ and to the feed-forward layer's output.</source>
        <translation>Einen gelernten Vektor zu x·W₁ und zur Ausgabe der Feed-Forward-Schicht addieren.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Kind of norm</source>
        <translation>Art der Norm</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Layer: takes the mean of a row off and divides by its deviation. RMS: divides by the root of its mean square, no more. None: the residual stream passes as it is.</source>
        <translation>Layer: zieht den Mittelwert einer Zeile ab und teilt durch ihre Abweichung. RMS: teilt nur durch die Wurzel aus dem Mittel ihrer Quadrate. None: der Residualstrom läuft durch, wie er ist.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Layer norm</source>
        <translation>LayerNorm</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Pre: x + f(LN(x)), trains more steadily. Post: LN(x + f(x)), as first published.</source>
        <translation>Pre: x + f(LN(x)), trainiert stabiler. Post: LN(x + f(x)), wie zuerst veröffentlicht.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Norm ε</source>
        <translation>ε der Norm</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>What a norm adds before it takes the root, so that a row of zeros can be divided too.</source>
        <translation>Was eine Norm addiert, bevor sie die Wurzel zieht, damit auch eine Zeile aus Nullen geteilt werden kann.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Added to a norm's gain</source>
        <translation>Zur Verstärkung einer Norm addiert</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>With 1 a norm multiplies by 1 + gain, and the gain begins at 0, as in Gemma.</source>
        <translation>Mit 1 nimmt eine Norm mit 1 + Verstärkung mal, und die Verstärkung beginnt bei 0, wie in Gemma.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Residual</source>
        <translation>Residual</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Sequential: the feed-forward layer reads what attention has written. Parallel: both read the same row and write side by side, x + attention(x) + ffn(x), as in GPT-NeoX.</source>
        <translation>Sequential: Das Feed-Forward-Netz liest, was die Aufmerksamkeit geschrieben hat. Parallel: Beide lesen dieselbe Zeile und schreiben nebeneinander, x + Aufmerksamkeit(x) + ffn(x), wie in GPT-NeoX.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Transform before the output</source>
        <translation>Umformung vor der Ausgabe</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>A dense layer, the activation and a norm between the last layer and the logits, as BERT guesses masked words.</source>
        <translation>Eine dichte Schicht, die Aktivierung und eine Norm zwischen der letzten Schicht und den Logits, wie BERT maskierte Wörter errät.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>The bend in the feed-forward layer, number by number. Its step shows the formula.</source>
        <translation>Der Knick in der Feed-Forward-Schicht, Zahl für Zahl. Die Formel steht bei seinem Schritt.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>How a token learns where it stands: not at all, by fixed waves or learned rows at the input, or in the scores by how far apart two tokens are.</source>
        <translation>Woher ein Token weiß, wo es steht: gar nicht, durch feste Wellen oder gelernte Zeilen am Eingang oder in den Scores durch den Abstand zweier Token.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Order of sinusoidal positions</source>
        <translation>Ordnung der sinusförmigen Positionen</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Interleaved: sine and cosine of a wave side by side. Halves: all sines, then all cosines, as in Marian.</source>
        <translation>Interleaved: Sinus und Kosinus einer Welle nebeneinander. Halves: alle Sinus, dann alle Kosinus, wie in Marian.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Reach of relative positions R</source>
        <translation>Reichweite relativer Positionen R</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Relative positions only: tokens further apart than this count as this far apart; up to 512.</source>
        <translation>Nur relative Positionen: Was weiter auseinander steht, zählt als so weit auseinander; bis 512.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Buckets of relative positions</source>
        <translation>Fächer der relativen Positionen</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Groups of offsets, each with a learned number for each head: small offsets have their own, large ones share. An encoder has half of them for each direction, as in T5.</source>
        <translation>Gruppen von Abständen, jede mit einer gelernten Zahl für jeden Kopf: Kleine Abstände haben ihre eigene, große teilen sich eine. Ein Encoder hat die Hälfte für jede Richtung, wie in T5.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Largest distance of the buckets</source>
        <translation>Größter Abstand der Fächer</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Tokens that are at least so far apart are all in the last bucket.</source>
        <translation>Token, die mindestens so weit auseinander stehen, liegen alle im letzten Fach.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Rotary base θ</source>
        <translation>Basis θ der Drehung</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Rotary positions only: pair m of K/2 turns by θ^(−2m/K) from one token to the next, so a larger θ sees further.</source>
        <translation>Nur bei rotierenden Positionen: Paar m von K/2 dreht sich von einem Token zum nächsten um θ^(−2m/K); ein größeres θ sieht also weiter.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Rotary pairs</source>
        <translation>Paare der Drehung</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Rotary positions only: features that turn together are neighbours, or one of the first and one of the second half of a head.</source>
        <translation>Nur bei rotierenden Positionen: Merkmale, die sich zusammen drehen, sind Nachbarn (adjacent), oder eines aus der ersten und eines aus der zweiten Hälfte eines Kopfs (halves).</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Share of a head that turns</source>
        <translation>Anteil eines Kopfes, der sich dreht</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Rotary positions only: the first features of a head turn, and the rest knows nothing of places; above 0 and at most 1.</source>
        <translation>Nur bei rotierenden Positionen: Die ersten Merkmale eines Kopfes drehen sich, die übrigen wissen nichts von Plätzen; über 0 und höchstens 1.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Scaling of rotary positions</source>
        <translation>Skalierung der rotierenden Positionen</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Linear: all pairs turn less, so that more tokens take one turn. Llama3: only pairs that turn slowly do.</source>
        <translation>Linear: Alle Paare drehen sich weniger, sodass mehr Token auf eine Drehung kommen. Llama3: nur die, die sich langsam drehen.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Factor of that scaling</source>
        <translation>Faktor dieser Skalierung</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>By which pairs turn less; at least 1.</source>
        <translation>Um ihn drehen sich Paare weniger; mindestens 1.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Low frequency factor</source>
        <translation>Faktor niedriger Frequenzen</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>A pair that turns less often than this over the length below is slowed by the whole factor.</source>
        <translation>Ein Paar, das sich über die Länge unten seltener dreht als so oft, wird um den ganzen Faktor verlangsamt.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>High frequency factor</source>
        <translation>Faktor hoher Frequenzen</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>A pair that turns more often than this over the length below stays as it is.</source>
        <translation>Ein Paar, das sich über die Länge unten öfter dreht als so oft, bleibt, wie es ist.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Length before scaling</source>
        <translation>Länge vor der Skalierung</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Tokens that the model was trained for before it was scaled.</source>
        <translation>Token, für die das Modell trainiert war, bevor es skaliert wurde.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Window w</source>
        <translation>Fenster w</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>A token of a decoder sees the last w tokens, itself included; 0: all before it. Several with commas between them go through the layers in turn: 0,8.</source>
        <translation>Ein Token eines Decoders sieht die letzten w Token, sich selbst mitgezählt; 0: alle davor. Mehrere mit Kommas dazwischen gelten für die Schichten der Reihe nach: 0,8.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Norm of queries and keys</source>
        <translation>Norm von Querys und Keys</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>An RMSNorm over each head's query and key before they are compared, so that no score grows by their lengths, as in Qwen3.</source>
        <translation>Eine RMSNorm über Query und Key jedes Kopfes, bevor sie verglichen werden, damit kein Score durch ihre Länge wächst, wie in Qwen3.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Tie queries and keys</source>
        <translation>Querys und Keys teilen eine Matrix</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Self-attention makes keys by the matrix of its queries, W_K = W_Q, so that two tokens score each other alike.</source>
        <translation>Die Selbstaufmerksamkeit macht Keys mit der Matrix ihrer Querys, W_K = W_Q; so haben zwei Token füreinander denselben Score.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Share of numbers set to zero at random while training; at least 0 and below 1.</source>
        <translation>Anteil der Zahlen, die beim Training zufällig auf null gesetzt werden; mindestens 0 und unter 1.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Attention bias</source>
        <translation>Bias der Aufmerksamkeit</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Add a learned vector to queries, keys, values and the attention's output, with qkv to all but the output, or with output to that alone.</source>
        <translation>Querys, Keys, Values und der Ausgabe der Aufmerksamkeit je einen gelernten Vektor addieren, mit qkv allen außer der Ausgabe, mit output nur ihr.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Scale scores</source>
        <translation>Scores skalieren</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Divide scores by √K, so that their variance does not grow with the width of a head.</source>
        <translation>Teilt die Scores durch √K, damit ihre Varianz nicht mit der Breite eines Kopfes wächst.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Scale embeddings</source>
        <translation>Embeddings skalieren</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Multiply embeddings by √D before the positions are added.</source>
        <translation>Multipliziert die Embeddings mit √D, bevor die Positionen addiert werden.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Norm of the embeddings</source>
        <translation>Norm der Embeddings</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>A norm over the sum of embeddings and positions, before the first layer, as in BERT.</source>
        <translation>Eine Norm über die Summe aus Embeddings und Positionen, vor der ersten Schicht, wie bei BERT.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Token types</source>
        <translation>Tokentypen</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Segments that a token can belong to, each with a learned row that is added to the embedding, as in BERT; 0: none.</source>
        <translation>Abschnitte, zu denen ein Token gehören kann, jeder mit einer gelernten Zeile, die zum Embedding addiert wird, wie bei BERT; 0: keine.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>First position</source>
        <translation>Erste Position</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Rows of the table of learned positions before that of the first token. RoBERTa has 2; its padding stands in the second and takes no position.</source>
        <translation>Zeilen der Tabelle gelernter Positionen vor der des ersten Tokens. RoBERTa hat 2; in der zweiten steht seine Auffüllung, die keine Position einnimmt.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Output bias</source>
        <translation>Bias der Ausgabe</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Add a learned number to the logit of each word.</source>
        <translation>Zum Logit jedes Wortes eine gelernte Zahl addieren.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>tanh of a dense layer over the row of the first token, as in BERT: one row for the whole text, beside what the model says.</source>
        <translation>tanh einer dichten Schicht über die Zeile des ersten Tokens, wie bei BERT: eine Zeile für den ganzen Text, neben dem, was das Modell sagt.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Share embeddings</source>
        <translation>Embeddings teilen</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Source and target words have one table; both vocabularies must have the same size.</source>
        <translation>Wörter von Quelle und Ziel haben eine Tabelle; beide Vokabulare müssen gleich groß sein.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Tie embeddings</source>
        <translation>Embeddings teilen</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Use the (target) embedding, transposed, as the weights of the output layer too.</source>
        <translation>Nimmt das (Ziel-)Embedding, transponiert, auch als Gewichte der Ausgabeschicht.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Scale the output</source>
        <translation>Ausgabe skalieren</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Multiply the last rows by 1/√D before the logits, as T5 does where the output is its embedding.</source>
        <translation>Die letzten Zeilen vor den Logits mit 1/√D multiplizieren, wie T5, wo die Ausgabe sein Embedding ist.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Exact token ids</source>
        <translation>Genaue Token-Nummern</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Token ids are read as they are, with nothing added to them, and a mask of its own says which are padding; so in an opened model.</source>
        <translation>Token-Nummern werden gelesen, wie sie sind, ohne dass etwas dazukommt, und eine eigene Maske sagt, welche Auffüllung sind; so in einem geöffneten Modell.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Longest sequence</source>
        <translation>Längste Folge</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Tokens of the longest sequence, special ones included; up to 8192.</source>
        <translation>Token der längsten Folge, Spezialtoken eingeschlossen; bis 8192.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Source vocabulary</source>
        <translation>Vokabular der Quelle</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Number of different source tokens, the 4 special ones included; up to a million.</source>
        <translation>Anzahl verschiedener Token der Quelle, die 4 besonderen eingeschlossen; bis eine Million.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Target vocabulary</source>
        <translation>Vokabular des Ziels</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>Number of different target tokens, or labels, the 4 special ones included; up to a million.</source>
        <translation>Anzahl verschiedener Token des Ziels oder Labels, die 4 besonderen eingeschlossen; bis eine Million.</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>%2 is "%1", but a decoder alone reads what it says, and its input is "values"; choose "values"</source>
        <translation>%2 ist „%1“, aber ein Decoder allein liest, was er sagt, und seine Eingabe ist „values“; wählen Sie „values“</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>%2 is "%1", but the input is "tokens"; who says real numbers has to read them</source>
        <translation>%2 ist „%1“, aber die Eingabe ist „tokens“; wer reelle Zahlen sagt, muss sie auch lesen</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>%2 is "%1", which points from a decoder's rows at rows of real numbers in an encoder; choose the input "values" and the architecture "encoder-decoder"</source>
        <translation>%2 ist „%1“, was aus den Zeilen eines Decoders auf Zeilen reeller Zahlen in einem Encoder zeigt; wählen Sie die Eingabe „values“ und die Architektur „encoder-decoder“</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>%2 is "%1", which a decoder needs for an encoder's states; choose the architecture "encoder-decoder" or another alignment</source>
        <translation>%2 ist „%1“, was ein Decoder für die Zustände eines Encoders braucht; wählen Sie die Architektur „encoder-decoder“ oder ein anderes Alignment</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>%2 is "%1", the last layer's rows of a transformer that reads tokens; choose the input "tokens" and the architecture "encoder"</source>
        <translation>%2 ist „%1“, die Zeilen der letzten Schicht eines Transformers, der Token liest; wähle die Eingabe „tokens“ und die Architektur „encoder“</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>%2 is "%1", and a recurrent model has no queries, keys and values with biases; choose true or false</source>
        <translation>%2 ist „%1“, und ein rekurrentes Modell hat keine Querys, Keys und Values mit Biases; wähle true oder false</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>%2 is "%1", where each sub-layer has a norm of its own before it; choose the norm "pre"</source>
        <translation>%2 ist „%1“, wobei jede Teilschicht eine eigene Norm vor sich hat; wähle die Norm „pre“</translation>
    </message>
    <message>
        <location filename="core/model/config.cpp"/>
        <source>%2 is "%1", which works in the scores of self-attention, and this mixer has none; choose the mixer "attention" or other positions</source>
        <translation>%2 ist „%1“, was in den Scores der Selbstaufmerksamkeit wirkt, und dieser Mischer hat keine; wählen Sie den Mischer „attention“ oder andere Positionen</translation>
    </message>
    <message>
        <location filename="core/model/fields.cpp"/>
        <source>above %1 and below %2</source>
        <translation>über %1 und unter %2</translation>
    </message>
    <message>
        <location filename="core/model/fields.cpp"/>
        <source>above %1 and at most %2</source>
        <translation>über %1 und höchstens %2</translation>
    </message>
    <message>
        <location filename="core/model/fields.cpp"/>
        <source>at least %1 and below %2</source>
        <translation>mindestens %1 und unter %2</translation>
    </message>
    <message>
        <location filename="core/model/fields.cpp"/>
        <source>%1 is %2; an object with keys and values in braces is needed</source>
        <translation>%1 ist %2; nötig ist ein Objekt mit Schlüsseln und Werten in geschweiften Klammern</translation>
    </message>
    <message>
        <location filename="core/model/fields.cpp"/>
        <source>the known keys are %1</source>
        <translation>bekannt sind die Schlüssel %1</translation>
    </message>
    <message>
        <location filename="core/model/fields.cpp"/>
        <source>did you mean %1?</source>
        <translation>meinten Sie %1?</translation>
    </message>
    <message>
        <location filename="core/model/fields.cpp"/>
        <source>%1 has the unknown key %2 with the value %3; %4</source>
        <translation>%1: unbekannter Schlüssel %2 mit dem Wert %3; %4</translation>
    </message>
    <message>
        <location filename="core/model/fields.cpp"/>
        <source>%1 is %2; it must be a whole number, %3</source>
        <translation>%1 ist %2; erlaubt ist eine ganze Zahl, %3</translation>
    </message>
    <message>
        <location filename="core/model/fields.cpp"/>
        <source>%1 is %2; it must be a number, %3</source>
        <translation>%1 ist %2; erlaubt ist eine Zahl, %3</translation>
    </message>
    <message>
        <location filename="core/model/fields.cpp"/>
        <source>%1 is %2; it must be true or false</source>
        <translation>%1 ist %2; erlaubt ist true oder false</translation>
    </message>
    <message>
        <location filename="core/model/fields.cpp"/>
        <source>%1 is %2; it must be a whole number from 0 on that fits 64 bits</source>
        <translation>%1 ist %2; erlaubt ist eine ganze Zahl ab 0, die in 64 Bit passt</translation>
    </message>
    <message>
        <location filename="core/model/fields.cpp"/>
        <source>%1 is %2; it must be a whole number, %3, or at most %4 such with commas between them</source>
        <translation>%1 ist %2; es muss eine ganze Zahl sein, %3, oder höchstens %4 solche mit Kommas dazwischen</translation>
    </message>
    <message>
        <location filename="core/model/frozen.cpp"/>
        <source>%1 is %2, but the model has %3; freeze at most that many</source>
        <translation>%1 ist %2, aber das Modell hat %3; frieren Sie höchstens so viele ein</translation>
    </message>
    <message>
        <location filename="core/model/frozen.cpp"/>
        <source>%1 is %2, and with that no weight of the model would learn; freeze fewer</source>
        <translation>%1 ist %2, und damit würde kein Gewicht des Modells lernen; frieren Sie weniger ein</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>the training configuration</source>
        <translation>die Konfiguration des Trainings</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>%1 is 1; it must be at least 2, as each token is guessed from those before it, or 0</source>
        <translation>%1 ist 1; nötig ist mindestens 2, weil jedes Token aus denen vor ihm geraten wird, oder 0</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Training rests after this many training steps and can then go on; also the length of the cosine schedule.</source>
        <translation>Training ruht nach so vielen Trainingsschritten und kann dann weitergehen; zugleich die Länge des Kosinus-Verlaufs.</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Batch size B</source>
        <translation>Batchgröße B</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Examples in one training step.</source>
        <translation>Beispiele in einem Trainingsschritt.</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>How a gradient becomes a change of the weights.</source>
        <translation>Wie aus einem Gradienten eine Änderung der Gewichte wird.</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Learning rate (noam: factor)</source>
        <translation>Lernrate (noam: Faktor)</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>The peak of the schedule. With noam it is a factor: the rate is factor · D^−½ · min(step^−½, step · warm-up^−1.5), as in the paper with 1.</source>
        <translation>Der Höchstwert des Verlaufs. Bei noam ist es ein Faktor: Die Rate ist Faktor · D^−½ · min(Schritt^−½, Schritt · Warm-up^−1.5), wie in der Veröffentlichung mit 1.</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Schedule</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>How the learning rate changes over the training steps.</source>
        <translation>Wie sich die Lernrate mit den Trainingsschritten ändert.</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Warm-up steps</source>
        <translation>Warm-up-Schritte</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Training steps of linear warm-up of noam and cosine.</source>
        <translation>Trainingsschritte, in denen die Rate bei noam und cosine linear ansteigt.</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>β₁</source>
        <translation>β₁</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Adam: memory of the mean of the gradient.</source>
        <translation>Adam: Gedächtnis des mittleren Gradienten.</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>β₂</source>
        <translation>β₂</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Adam: memory of the mean of its square.</source>
        <translation>Adam: Gedächtnis seines mittleren Quadrats.</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>ε</source>
        <translation>ε</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Adam: added to the root, so that nothing is divided by zero.</source>
        <translation>Adam: wird zur Wurzel addiert, damit nie durch null geteilt wird.</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Momentum</source>
        <translation>Momentum</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>SGD: share of the last change that is kept.</source>
        <translation>SGD: Anteil der letzten Änderung, der bleibt.</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Weight decay</source>
        <translation>Weight Decay</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>AdamW: decoupled; Adam and SGD: an L2 term of the gradient.</source>
        <translation>AdamW: getrennt vom Gradienten; Adam und SGD: ein L2-Term im Gradienten.</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Clip norm</source>
        <translation>Größte Norm</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Gradients longer than this are shortened to it; 0: never.</source>
        <translation>Längere Gradienten werden auf diese Länge gekürzt; 0: nie.</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Label smoothing</source>
        <translation>Label Smoothing</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Share of the target that is spread over all words.</source>
        <translation>Anteil des Ziels, der auf alle Wörter verteilt wird.</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Frozen layers</source>
        <translation>Eingefrorene Schichten</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>With 1 or more, embeddings, positions and the first layers of each stack, as many as this says, keep their weights: no gradient is computed for them and the optimizer keeps no memory of them. An output that is tied to the embeddings keeps its weights too.</source>
        <translation>Ab 1 behalten Embeddings, Positionen und die ersten Schichten jedes Stapels, so viele wie hier steht, ihre Gewichte: Für sie wird kein Gradient berechnet, und der Optimierer merkt sich nichts von ihnen. Eine Ausgabe, die an die Embeddings gebunden ist, behält ihre Gewichte auch.</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Tokens of a window of a text: so much is read at once in training, and the time of a training step grows with it. 0: 64, or 128 of an opened model. A text whose last tenth is shorter has shorter ones.</source>
        <translation>Token eines Fensters in einem Text: So viel wird im Training auf einmal gelesen, und die Zeit eines Trainingsschritts wächst damit. 0: 64, bei einem geöffneten Modell 128. Ein Text, dessen letztes Zehntel kürzer ist, hat kürzere.</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Modulus P</source>
        <translation>Modul P</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Sums are taken mod P: there are P² of them, and P numbers are tokens.</source>
        <translation>Summen werden modulo P genommen: Es gibt P² davon, und P Zahlen sind Token.</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Share trained on</source>
        <translation>Trainierter Anteil</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Which part of all sums is trained on; the rest is never shown, and validated.</source>
        <translation>Welcher Teil aller Summen trainiert wird; der Rest wird nie gezeigt und dient der Validierung.</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Digits</source>
        <translation>Ziffern</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>How many digits each of the two numbers has that are added.</source>
        <translation>Wie viele Ziffern jede der beiden Zahlen hat, die addiert werden.</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Last digit first</source>
        <translation>Letzte Ziffer zuerst</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Sums are written from their last digit on, so that each carry is known when it is needed: 27+58 → 58.</source>
        <translation>Summen werden von der letzten Ziffer an geschrieben, sodass jeder Übertrag bekannt ist, wenn er gebraucht wird: 27+58 → 58.</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <location filename="core/model/train_config.cpp"/>
        <source>The same seed gives the same weights and the same batches.</source>
        <translation>Derselbe Seed ergibt dieselben Gewichte und dieselben Batches.</translation>
    </message>
    <message>
        <location filename="core/tensor/phrase.h"/>
        <source>1 token</source>
        <translation>1 Token</translation>
    </message>
    <message>
        <location filename="core/tensor/phrase.h"/>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <location filename="core/tensor/phrase.h"/>
        <source>1 label</source>
        <translation>1 Label</translation>
    </message>
    <message>
        <location filename="core/tensor/phrase.h"/>
        <source>%1 labels</source>
        <translation>%1 Labels</translation>
    </message>
    <message>
        <location filename="core/tensor/phrase.h"/>
        <source>1 character</source>
        <translation>1 Zeichen</translation>
    </message>
    <message>
        <location filename="core/tensor/phrase.h"/>
        <source>%1 characters</source>
        <translation>%1 Zeichen</translation>
    </message>
    <message>
        <location filename="core/tensor/phrase.h"/>
        <source>1 source</source>
        <translation>1 Quelle</translation>
    </message>
    <message>
        <location filename="core/tensor/phrase.h"/>
        <source>%1 sources</source>
        <translation>%1 Quellen</translation>
    </message>
    <message>
        <location filename="core/tensor/phrase.h"/>
        <source>1 layer</source>
        <translation>1 Schicht</translation>
    </message>
    <message>
        <location filename="core/tensor/phrase.h"/>
        <source>%1 layers</source>
        <translation>%1 Schichten</translation>
    </message>
    <message>
        <location filename="core/tensor/phrase.h"/>
        <source>1 byte</source>
        <translation>1 Byte</translation>
    </message>
    <message>
        <location filename="core/tensor/phrase.h"/>
        <source>%1 bytes</source>
        <translation>%1 Byte</translation>
    </message>
    <message>
        <location filename="core/tokenizer/byte_pairs.cpp"/>
        <source>a merge needs the token %1, which the vocabulary lacks</source>
        <translation>eine Verschmelzung braucht das Token %1, das im Vokabular fehlt</translation>
    </message>
    <message>
        <location filename="core/tokenizer/character_map.cpp"/>
        <source>the character map has %1 bytes, and says that its tree has %2</source>
        <translation>die Zeichentabelle hat %1 Byte und sagt, ihr Baum habe %2</translation>
    </message>
    <message>
        <location filename="core/tokenizer/character_map.cpp"/>
        <source>the texts of the character map are not UTF-8</source>
        <translation>die Texte der Zeichentabelle sind kein UTF-8</translation>
    </message>
    <message>
        <location filename="core/tokenizer/character_map.cpp"/>
        <source>the character map points to byte %1 of its texts, where none begins</source>
        <translation>die Zeichentabelle zeigt auf Byte %1 ihrer Texte, wo keiner beginnt</translation>
    </message>
    <message>
        <location filename="core/tokenizer/json_field.cpp"/>
        <source>%1 is %2, but should be: %3</source>
        <translation>%1 ist %2, sollte aber sein: %3</translation>
    </message>
    <message>
        <location filename="core/tokenizer/json_field.cpp"/>
        <source>%1 is %2, which this program does not read</source>
        <translation>%1 ist %2, was dieses Programm nicht liest</translation>
    </message>
    <message>
        <location filename="core/tokenizer/sentence_piece.cpp"/>
        <source>%1 is set, which this program does not read</source>
        <translation>%1 ist gesetzt; das liest dieses Programm nicht</translation>
    </message>
    <message>
        <location filename="core/tokenizer/sentence_piece.cpp"/>
        <source>no piece stands for what is unknown</source>
        <translation>kein Stück steht für das Unbekannte</translation>
    </message>
    <message>
        <location filename="core/tokenizer/sentence_piece_file.cpp"/>
        <source>%1 is %2; of SentencePiece's files those of type Unigram are read here. AutoTokenizer of the Python package transformers reads it and saves it as tokenizer.json</source>
        <translation>%1 ist %2; von den Dateien von SentencePiece werden hier die der Art Unigram gelesen. AutoTokenizer aus dem Python-Paket transformers liest sie und speichert sie als tokenizer.json</translation>
    </message>
    <message>
        <location filename="core/tokenizer/sentence_piece_file.cpp"/>
        <source>%1 has %2 bytes; 1 to %3 are possible</source>
        <translation>%1 hat %2 Byte; möglich sind 1 bis %3</translation>
    </message>
    <message>
        <location filename="core/tokenizer/sentence_piece_file.cpp"/>
        <source>%1 is %2, which another piece is already</source>
        <translation>%1 ist %2, und das ist schon ein anderes Stück</translation>
    </message>
    <message>
        <location filename="core/tokenizer/sentence_piece_file.cpp"/>
        <source>the file has %1 pieces; 1 to %2 are possible</source>
        <translation>die Datei hat %1 Stücke; möglich sind 1 bis %2</translation>
    </message>
    <message>
        <location filename="core/tokenizer/sentence_piece_file.cpp"/>
        <source>%1 has a field of a type that there is not (%2)</source>
        <translation>%1 hat ein Feld einer Art, die es nicht gibt (%2)</translation>
    </message>
    <message>
        <location filename="core/tokenizer/sentence_piece_file.cpp"/>
        <source>%1 is no number</source>
        <translation>%1 ist keine Zahl</translation>
    </message>
    <message>
        <location filename="core/tokenizer/sentence_piece_file.cpp"/>
        <source>%1 has the type %2 of Protocol Buffers, but should have %3</source>
        <translation>%1 hat die Art %2 von Protocol Buffers, sollte aber %3 haben</translation>
    </message>
    <message>
        <location filename="core/tokenizer/sentence_piece_file.cpp"/>
        <source>%1 is 0, which is no type</source>
        <translation>%1 ist 0, und das ist keine Art</translation>
    </message>
    <message>
        <location filename="core/tokenizer/sentence_piece_file.cpp"/>
        <source>%1 is %2, but should be at most %3</source>
        <translation>%1 ist %2, sollte aber höchstens %3 sein</translation>
    </message>
    <message>
        <location filename="core/tokenizer/sentence_piece_file.cpp"/>
        <source>%1 is not UTF-8</source>
        <translation>%1 ist kein UTF-8</translation>
    </message>
    <message>
        <location filename="core/tokenizer/sentence_piece_file.cpp"/>
        <source>%1 ends too early: %2 bytes should follow, and %3 do</source>
        <translation>%1 endet zu früh: Es sollten %2 Byte folgen, und es sind %3</translation>
    </message>
    <message>
        <location filename="core/tokenizer/sentence_piece_file.cpp"/>
        <source>%1 has a number of more than 64 bits</source>
        <translation>%1 hat eine Zahl mit mehr als 64 Bit</translation>
    </message>
    <message>
        <location filename="core/tokenizer/special_tokens.cpp"/>
        <source>%1 puts more than %2 tokens around a text, or repeats it more than %3 times</source>
        <translation>%1 setzt mehr als %2 Token um einen Text oder wiederholt ihn mehr als %3-mal</translation>
    </message>
    <message>
        <location filename="core/tokenizer/text_budget.cpp"/>
        <source>the tokenizer makes %1 bytes of a text of %2; a text may become at most %3 times as long</source>
        <translation>der Tokenizer macht aus einem Text von %2 Bytes %1; ein Text darf höchstens %3-mal so lang werden</translation>
    </message>
    <message>
        <location filename="core/tokenizer/token_ids.cpp"/>
        <source>the token %1 has the number %2; they go from 0 to %3</source>
        <translation>das Token %1 hat die Nummer %2; sie gehen von 0 bis %3</translation>
    </message>
    <message>
        <location filename="core/tokenizer/token_ids.cpp"/>
        <source>the number %1 is that of two tokens, %2 and %3</source>
        <translation>die Nummer %1 haben zwei Token, %2 und %3</translation>
    </message>
    <message>
        <location filename="core/tokenizer/token_ids.cpp"/>
        <source>the token %1 has two numbers, %2 and %3</source>
        <translation>das Token %1 hat zwei Nummern, %2 und %3</translation>
    </message>
    <message>
        <location filename="core/tokenizer/tokenizer_folder.cpp"/>
        <source>%1 is %2; BPE, WordPiece and Unigram are read here. Without its tokenizer a model is opened by the numbers of its tokens: take tokenizer.json out of the folder</source>
        <translation>%1 ist %2; gelesen werden hier BPE, WordPiece und Unigram. Ohne seinen Tokenizer lässt sich das Modell mit den Nummern seiner Token öffnen: Nehmen Sie tokenizer.json aus dem Ordner</translation>
    </message>
    <message>
        <location filename="core/tokenizer/tokenizer_folder.cpp"/>
        <source>%1 is no merge; two tokens and a space between them are expected</source>
        <translation>%1 ist keine Verschmelzung; erwartet werden zwei Token mit einem Leerzeichen dazwischen</translation>
    </message>
    <message>
        <location filename="core/tokenizer/tokenizer_folder.cpp"/>
        <source>the file has %1 pieces; more than %2 are needed</source>
        <translation>die Datei hat %1 Stücke; nötig sind mehr als %2</translation>
    </message>
    <message>
        <location filename="core/tokenizer/tokenizer_folder.cpp"/>
        <source>The tokenizer is %1, a file of SentencePiece, which is not read here; AutoTokenizer of the Python package transformers reads it and saves it as tokenizer.json</source>
        <translation>Der Tokenizer ist %1, eine Datei von SentencePiece, die hier nicht gelesen wird; AutoTokenizer aus dem Python-Paket transformers liest sie und speichert sie als tokenizer.json</translation>
    </message>
    <message>
        <location filename="core/tokenizer/tokenizer_folder.cpp"/>
        <source>There is no tokenizer: tokenizer.json, vocab.txt, vocab.json with merges.txt, spiece.model, or vocab.json with source.spm and target.spm is expected</source>
        <translation>Hier ist kein Tokenizer: erwartet wird tokenizer.json, vocab.txt, vocab.json mit merges.txt, spiece.model oder vocab.json mit source.spm und target.spm</translation>
    </message>
    <message>
        <location filename="core/tokenizer/tokenizer_folder.cpp"/>
        <source>the token %1 is missing</source>
        <translation>das Token %1 fehlt</translation>
    </message>
    <message>
        <location filename="core/tokenizer/tokenizer_folder.cpp"/>
        <source>%1 has the number %2; a whole number from 0 to %3 is needed</source>
        <translation>%1 hat die Nummer %2; nötig ist eine ganze Zahl von 0 bis %3</translation>
    </message>
    <message>
        <location filename="core/tokenizer/unicode_icu.cpp"/>
        <source>Unicode's tables cannot be used: %1</source>
        <translation>Die Tabellen von Unicode sind nicht zu benutzen: %1</translation>
    </message>
    <message>
        <location filename="core/tokenizer/unicode_icu.cpp"/>
        <source>%1 takes too long on this text (%2)</source>
        <translation>%1 braucht an diesem Text zu lange (%2)</translation>
    </message>
    <message>
        <location filename="core/tokenizer/unicode_icu.cpp"/>
        <source>%1 is no regular expression: character %2 (%3)</source>
        <translation>%1 ist kein regulärer Ausdruck: Zeichen %2 (%3)</translation>
    </message>
    <message>
        <location filename="core/tokenizer/unicode_icu.cpp"/>
        <source>the text has %1 bytes; %2 can be split at a time</source>
        <translation>der Text hat %1 Bytes; zerlegt werden können %2 auf einmal</translation>
    </message>
    <message>
        <location filename="core/tokenizer/unicode_none.cpp"/>
        <source>This program was built without ICU, which tokenizers need</source>
        <translation>Dieses Programm ist ohne ICU gebaut, das Tokenizer brauchen</translation>
    </message>
    <message>
        <location filename="core/tokenizer/unigram_pieces.cpp"/>
        <source>the tokens have more than %1 bytes, those with which several begin counted once</source>
        <translation>die Token haben mehr als %1 Byte, gemeinsame Anfänge einmal gezählt</translation>
    </message>
    <message>
        <location filename="core/tokenizer/unigram_pieces.cpp"/>
        <source>the vocabulary has no token for %1, and none for what is unknown</source>
        <translation>das Vokabular hat kein Token für %1 und keines für das Unbekannte</translation>
    </message>
    <message>
        <location filename="core/train/ablation.cpp"/>
        <source>this model has no attention heads that could be muted</source>
        <translation>dieses Modell hat keine Aufmerksamkeitsköpfe, die stummgeschaltet werden könnten</translation>
    </message>
    <message>
        <location filename="core/train/export_opened.cpp"/>
        <source>it has no tensor for %1, %2, as the run has it</source>
        <translation>er hat keinen Tensor für %1, %2, wie der Lauf</translation>
    </message>
    <message>
        <location filename="core/train/export_opened.cpp"/>
        <source>its configuration is not that of the run; name the folder that the run came from</source>
        <translation>seine Konfiguration ist nicht die des Laufs; gebraucht wird der Ordner, aus dem der Lauf kam</translation>
    </message>
    <message>
        <location filename="core/train/fine_tuning.cpp"/>
        <source>only a model that was opened goes on learning so</source>
        <translation>so lernt nur ein geöffnetes Modell weiter</translation>
    </message>
    <message>
        <location filename="core/train/fine_tuning.cpp"/>
        <source>the model has no head that guesses words, so there is nothing that a text could tell it; take one with a head for masked words</source>
        <translation>das Modell hat keinen Kopf, der Wörter rät, also gibt es nichts, was ein Text ihm sagen könnte; nehmen Sie eines mit einem Kopf für verdeckte Wörter</translation>
    </message>
    <message>
        <location filename="core/train/fine_tuning.cpp"/>
        <source>the model has no tokenizer, so a text cannot be read for it</source>
        <translation>das Modell hat keinen Tokenizer, also kann ihm kein Text gelesen werden</translation>
    </message>
    <message>
        <location filename="core/train/fine_tuning.cpp"/>
        <source>the model has no tokenizer for its sources, so they cannot be read</source>
        <translation>das Modell hat keinen Tokenizer für seine Quellen, also können sie nicht gelesen werden</translation>
    </message>
    <message>
        <location filename="core/train/fine_tuning.cpp"/>
        <source>the model's tokenizer has no mask token, which stands for a hidden word; hidden words are what such a model learns</source>
        <translation>der Tokenizer des Modells hat kein Masken-Token, das für ein verdecktes Wort steht; verdeckte Wörter sind das, was ein solches Modell lernt</translation>
    </message>
    <message>
        <location filename="core/train/history.cpp"/>
        <source>The branches and pinned moments that are kept need %1; allow that much, or discard some of them</source>
        <translation>Die Zweige und gemerkten Momente, die behalten werden, brauchen %1; erlauben Sie so viel, oder verwerfen Sie einige</translation>
    </message>
    <message>
        <location filename="core/train/history.cpp"/>
        <source>There is no room for another branch: a moment of this model takes %1, and the memory for them is %2. Allow more, or discard a branch</source>
        <translation>Für einen weiteren Zweig ist kein Platz: Ein Moment dieses Modells braucht %1, und das Gedächtnis fasst %2. Erlauben Sie mehr, oder verwerfen Sie einen Zweig</translation>
    </message>
    <message>
        <location filename="core/train/history.cpp"/>
        <source>There is no room for a pinned moment: a moment of this model takes %1, and the memory for them is %2. Allow more, or discard a branch</source>
        <translation>Für einen gemerkten Moment ist kein Platz: Ein Moment dieses Modells braucht %1, und das Gedächtnis fasst %2. Erlauben Sie mehr, oder verwerfen Sie einen Zweig</translation>
    </message>
    <message>
        <location filename="core/train/length_ladder.cpp"/>
        <source>the task %1 has no examples of a length that is asked for; copy, reverse and sort have</source>
        <translation>die Aufgabe %1 hat keine Beispiele einer verlangten Länge; copy, reverse und sort haben welche</translation>
    </message>
    <message>
        <location filename="core/train/linearity.cpp"/>
        <source>this model has no layer that mixes tokens at once</source>
        <translation>dieses Modell hat keine Schicht, die Token auf einmal mischt</translation>
    </message>
    <message>
        <location filename="core/train/opened_config.cpp"/>
        <source>%1 is %2, an activation that is not read here</source>
        <translation>%1 ist %2, eine Aktivierung, die hier nicht gelesen wird</translation>
    </message>
    <message>
        <location filename="core/train/opened_config.cpp"/>
        <source>a number above 0</source>
        <translation>eine Zahl über 0</translation>
    </message>
    <message>
        <location filename="core/train/opened_config.cpp"/>
        <source>%1 is %2; rotary positions are read here without scaling, or with one of the type %3 or %4</source>
        <translation>%1 ist %2; rotierende Positionen werden hier ohne Skalierung gelesen oder mit einer der Art %3 oder %4</translation>
    </message>
    <message>
        <location filename="core/train/opened_config.cpp"/>
        <source>a list with a kind for each layer</source>
        <translation>eine Liste mit einer Art für jede Schicht</translation>
    </message>
    <message>
        <location filename="core/train/opened_config.cpp"/>
        <source>%1 is %2, which is not read here</source>
        <translation>%1 ist %2, was hier nicht gelesen wird</translation>
    </message>
    <message>
        <location filename="core/train/opened_config.cpp"/>
        <source>a list of kinds (global, local) and how often they come, one kind for each layer</source>
        <translation>eine Liste von Arten (global, local) und wie oft sie kommen, eine Art für jede Schicht</translation>
    </message>
    <message>
        <location filename="core/train/opened_config.cpp"/>
        <source>model_type is %1; %2 and %3 are read here</source>
        <translation>model_type ist %1; gelesen werden hier %2 und %3</translation>
    </message>
    <message>
        <location filename="core/train/opened_config.cpp"/>
        <source>the number of a token, or a list of such</source>
        <translation>die Nummer eines Tokens oder eine Liste davon</translation>
    </message>
    <message>
        <location filename="core/train/opened_config.cpp"/>
        <source>%1 is %2, which is not read here but for the start token alone</source>
        <translation>%1 ist %2; gelesen wird das hier nur für das Start-Token allein</translation>
    </message>
    <message>
        <location filename="core/train/opened_config.cpp"/>
        <source>%1 is missing, with which its answers begin</source>
        <translation>%1 fehlt, womit seine Antworten beginnen</translation>
    </message>
    <message>
        <location filename="core/train/opened_config.cpp"/>
        <source>an object with the model's configuration is needed</source>
        <translation>ein Objekt mit der Konfiguration des Modells wird gebraucht</translation>
    </message>
    <message>
        <location filename="core/train/opened_config.cpp"/>
        <source>%1 is %2; only %3 is read here</source>
        <translation>%1 ist %2; hier wird nur %3 gelesen</translation>
    </message>
    <message>
        <location filename="core/train/opened_config.cpp"/>
        <source>%1 is %2; %3 is needed</source>
        <translation>%1 ist %2; gebraucht wird %3</translation>
    </message>
    <message>
        <location filename="core/train/opened_config.cpp"/>
        <source>a text</source>
        <translation>ein Text</translation>
    </message>
    <message>
        <location filename="core/train/opened_config.cpp"/>
        <source>architectures is %1, which is not read here</source>
        <translation>architectures ist %1, was hier nicht gelesen wird</translation>
    </message>
    <message>
        <location filename="core/train/opened_model.cpp"/>
        <source>its %1 million weights need about %2 MB of memory, and %3 MB are free</source>
        <translation>seine %1 Millionen Gewichte brauchen etwa %2 MB Speicher, und %3 MB sind frei</translation>
    </message>
    <message>
        <location filename="core/train/opened_model.cpp"/>
        <source>Opened without tensors that no part of the model reads: %1</source>
        <translation>Geöffnet ohne Tensoren, die kein Teil des Modells liest: %1</translation>
    </message>
    <message>
        <location filename="core/train/opened_model.cpp"/>
        <source>Opened without tensors that no part of the model reads: %1 and %2 more</source>
        <translation>Geöffnet ohne Tensoren, die kein Teil des Modells liest: %1 und %2 weitere</translation>
    </message>
    <message>
        <location filename="core/train/opened_model.cpp"/>
        <source>its weights are %1, a pickle, which could run any program and is not opened here; the Python package transformers reads it and saves it as model.safetensors (from_pretrained, save_pretrained)</source>
        <translation>seine Gewichte sind %1, ein Pickle, das jedes Programm ausführen könnte und hier nicht geöffnet wird; das Python-Paket transformers liest es und speichert es als model.safetensors (from_pretrained, save_pretrained)</translation>
    </message>
    <message>
        <location filename="core/train/opened_model.cpp"/>
        <source>its weights are %1, which is not read here; config.json and model.safetensors are needed, as the Python package transformers saves them (save_pretrained)</source>
        <translation>seine Gewichte sind %1, was hier nicht gelesen wird; nötig sind config.json und model.safetensors, wie sie das Python-Paket transformers speichert (save_pretrained)</translation>
    </message>
    <message>
        <location filename="core/train/opened_model.cpp"/>
        <source>it is an adapter (%1) to another model and no whole one; merge it into that with the Python package peft (merge_and_unload), save the result, and open that folder</source>
        <translation>er enthält einen Adapter (%1) zu einem anderen Modell und kein ganzes; fügen Sie beide mit dem Python-Paket peft zusammen (merge_and_unload), speichern Sie das Ergebnis und öffnen Sie dessen Ordner</translation>
    </message>
    <message>
        <location filename="core/train/opened_model.cpp"/>
        <source>it holds moments of a training, from %1 to %2, and is none itself; name one of them, or open it in the window, whose time machine goes over them</source>
        <translation>er enthält Momente eines Trainings, von %1 bis %2, und ist selbst keiner; nennen Sie einen davon, oder öffnen Sie ihn im Fenster, dessen Zeitmaschine darüber geht</translation>
    </message>
    <message>
        <location filename="core/train/opened_model.cpp"/>
        <source>%1 has no head that says words (tensor %2 is missing), and a model of this kind is opened with one; open the model for text that it was made of</source>
        <translation>%1 hat keine Ausgabe, die Wörter sagt (Tensor %2 fehlt), und ein Modell dieser Art wird nur mit einer geöffnet; zu öffnen ist das Modell für Text, aus dem es gemacht wurde</translation>
    </message>
    <message>
        <location filename="core/train/opened_model.cpp"/>
        <source>tensor %1 is missing; the model needs it for %2, %3</source>
        <translation>Tensor %1 fehlt; das Modell braucht ihn für %2, %3</translation>
    </message>
    <message>
        <location filename="core/train/opened_model.cpp"/>
        <source>tensor %1 is of the type %2; F16, BF16, F32 and F64 can be read</source>
        <translation>Tensor %1 hat den Typ %2; gelesen werden können F16, BF16, F32 und F64</translation>
    </message>
    <message>
        <location filename="core/train/opened_moments.cpp"/>
        <source>%1 is no moment of the same training as %2: %3 is %4 there, and %5 here</source>
        <translation>%1 ist kein Moment desselben Trainings wie %2: %3 ist dort %4 und hier %5</translation>
    </message>
    <message>
        <location filename="core/train/opened_moments.cpp"/>
        <source>%1 is no moment of the same training as %2: its configuration is another</source>
        <translation>%1 ist kein Moment desselben Trainings wie %2: Die Konfiguration ist eine andere</translation>
    </message>
    <message>
        <location filename="core/train/opened_moments.cpp"/>
        <source>%1 is no folder; a moment of a training is one, with config.json and model.safetensors</source>
        <translation>%1 ist kein Ordner; ein Moment eines Trainings ist einer, mit config.json und model.safetensors</translation>
    </message>
    <message>
        <location filename="core/train/opened_moments.cpp"/>
        <source>%1 and %2 are both of the training step %3; a moment may be there only once</source>
        <translation>%1 und %2 sind beide vom Trainingsschritt %3; ein Moment darf nur einmal vorkommen</translation>
    </message>
    <message>
        <location filename="core/train/padding.cpp"/>
        <source>this model has no mask that hides padding</source>
        <translation>dieses Modell hat keine Maske, die Padding verbirgt</translation>
    </message>
    <message>
        <location filename="core/train/patch.cpp"/>
        <source>the examples have %1 and %2 tokens; a cell can be put in the place of another only where both have as many</source>
        <translation>die Beispiele haben %1 und %2 Token; eine Zelle kann nur dann an die Stelle einer anderen treten, wenn beide gleich viele haben</translation>
    </message>
    <message>
        <location filename="core/train/patch.cpp"/>
        <source>the other example has no answer that could come back; give it one</source>
        <translation>das andere Beispiel hat keine Antwort, die zurückkommen könnte; es braucht eine</translation>
    </message>
    <message>
        <location filename="core/train/patch.cpp"/>
        <source>this model has nothing of the kind that could be put in</source>
        <translation>dieses Modell hat nichts dergleichen, das eingesetzt werden könnte</translation>
    </message>
    <message>
        <location filename="core/train/patch.cpp"/>
        <source>nothing of the kind is added to the stream before %1 is read</source>
        <translation>bevor %1 gelesen wird, kommt nichts dergleichen zum Strom dazu</translation>
    </message>
    <message>
        <location filename="core/train/probe.cpp"/>
        <source>the model has no token types</source>
        <translation>das Modell hat keine Tokentypen</translation>
    </message>
    <message>
        <location filename="core/train/probe.cpp"/>
        <source>there are %1 token types for a source of %2 tokens</source>
        <translation>es gibt %1 Tokentypen für eine Quelle mit %2 Token</translation>
    </message>
    <message>
        <location filename="core/train/probe.cpp"/>
        <source>encoder–decoder</source>
        <translation>Encoder–Decoder</translation>
    </message>
    <message>
        <location filename="core/train/probe.cpp"/>
        <source>encoder-only</source>
        <translation>nur Encoder</translation>
    </message>
    <message>
        <location filename="core/train/probe.cpp"/>
        <source>decoder-only</source>
        <translation>nur Decoder</translation>
    </message>
    <message>
        <location filename="core/train/probe.cpp"/>
        <source>no feed-forward</source>
        <translation>ohne Feed-Forward</translation>
    </message>
    <message>
        <location filename="core/train/rescue.cpp"/>
        <source>there is not enough memory to save</source>
        <translation>zum Speichern reicht der Arbeitsspeicher nicht</translation>
    </message>
    <message>
        <location filename="core/train/rescue.cpp"/>
        <source>%1. The run could not be saved anywhere else</source>
        <translation>%1. Der Lauf konnte auch nirgends sonst gespeichert werden</translation>
    </message>
    <message>
        <location filename="core/train/rescue.cpp"/>
        <source>%1. The run after training step %2 is in %3 instead</source>
        <translation>%1. Der Lauf nach Trainingsschritt %2 ist stattdessen in %3</translation>
    </message>
    <message>
        <location filename="core/train/run.cpp"/>
        <source>the saved task's %1 must be a list of %2 names, one for each number of a row</source>
        <translation>%1 der gespeicherten Aufgabe muss eine Liste von %2 Namen sein, einer für jede Zahl einer Zeile</translation>
    </message>
    <message>
        <location filename="core/train/run.cpp"/>
        <source>the saved task's %1 must be a list of tokens' numbers below %2</source>
        <translation>%1 der gespeicherten Aufgabe muss eine Liste von Tokennummern unter %2 sein</translation>
    </message>
    <message>
        <location filename="core/train/run.cpp"/>
        <source>the saved task's %1 must be a token's number below %2</source>
        <translation>%1 der gespeicherten Aufgabe muss die Nummer eines Tokens unter %2 sein</translation>
    </message>
    <message>
        <location filename="core/train/run.cpp"/>
        <source>it reads or says other data than the run that it is compared with</source>
        <translation>er liest oder sagt andere Daten als der Lauf, mit dem er verglichen wird</translation>
    </message>
    <message>
        <location filename="core/train/run.cpp"/>
        <source>it has done %1 training steps, and the run that it is compared with %2</source>
        <translation>er hat %1 Trainingsschritte getan, und der Lauf, mit dem er verglichen wird, %2</translation>
    </message>
    <message>
        <location filename="core/train/run.cpp"/>
        <source>compared run %1: %2</source>
        <translation>verglichener Lauf %1: %2</translation>
    </message>
    <message>
        <location filename="core/train/run.cpp"/>
        <source>the run was trained on a file of batches and has no task; name one</source>
        <translation>der Lauf wurde mit einer Datei von Batches trainiert und hat keine Aufgabe; nennen Sie eine</translation>
    </message>
    <message>
        <location filename="core/train/run.cpp"/>
        <source>what it was trained on, %1, is not there; put a file of that name beside the run's</source>
        <translation>womit es trainiert wurde, %1, ist nicht da; legen Sie eine Datei dieses Namens neben die des Laufs</translation>
    </message>
    <message>
        <location filename="core/train/run.cpp"/>
        <source>the task %1 has another vocabulary now than when the run was saved; train on the data that it was trained on, or begin a new run</source>
        <translation>die Aufgabe %1 hat jetzt ein anderes Vokabular als beim Speichern des Laufs; trainieren Sie mit den Daten von damals oder beginnen Sie einen neuen Lauf</translation>
    </message>
    <message>
        <location filename="core/train/run.cpp"/>
        <source>the columns of %1 are other ones now than when the run was saved, or in another order; train on the table that it was trained on, or begin a new run</source>
        <translation>die Spalten von %1 sind jetzt andere als beim Speichern des Laufs oder stehen in anderer Reihenfolge; trainieren Sie mit der Tabelle von damals oder beginnen Sie einen neuen Lauf</translation>
    </message>
    <message>
        <location filename="core/train/safetensors_shards.cpp"/>
        <source>%1 has no model.safetensors and no model.safetensors.index.json; weights of other kinds are not read here</source>
        <translation>%1 hat weder model.safetensors noch model.safetensors.index.json; Gewichte anderer Art werden hier nicht gelesen</translation>
    </message>
    <message>
        <location filename="core/train/safetensors_shards.cpp"/>
        <source>%1: tensor %2 is in two files</source>
        <translation>%1: Tensor %2 steht in zwei Dateien</translation>
    </message>
    <message>
        <location filename="core/train/safetensors_shards.cpp"/>
        <source>%1: %2 must be an object</source>
        <translation>%1: %2 muss ein Objekt sein</translation>
    </message>
    <message>
        <location filename="core/train/safetensors_shards.cpp"/>
        <source>%1: tensor %2 is in %3; the name of a file beside the index is needed</source>
        <translation>%1: Tensor %2 steht in %3; gebraucht wird der Name einer Datei neben dem Index</translation>
    </message>
    <message>
        <location filename="core/train/safetensors_shards.cpp"/>
        <source>%1: it names %2 files; at most %3 are read</source>
        <translation>%1: Er nennt %2 Dateien; höchstens %3 werden gelesen</translation>
    </message>
    <message>
        <location filename="core/train/shuffle.cpp"/>
        <source>the order must have each place of the source once, 0 to %1</source>
        <translation>die Reihenfolge muss jeden Platz der Quelle einmal haben, 0 bis %1</translation>
    </message>
    <message>
        <location filename="core/train/shuffle.cpp"/>
        <source>this model reads no source that could be shuffled</source>
        <translation>dieses Modell liest keine Quelle, die gemischt werden könnte</translation>
    </message>
    <message>
        <location filename="core/train/sweep.cpp"/>
        <source>the task %1 has no %2</source>
        <translation>die Aufgabe %1 hat kein %2</translation>
    </message>
    <message>
        <location filename="core/train/sweep.cpp"/>
        <source>%1 is of the task's file and cannot be swept</source>
        <translation>%1 gehört zur Datei der Aufgabe und kann nicht durchprobiert werden</translation>
    </message>
    <message>
        <location filename="core/train/sweep.cpp"/>
        <source>%1 is no key of the model or of its training that can be swept; such are learning_rate, batch, layers, heads, dropout</source>
        <translation>%1 ist kein Schlüssel des Modells oder seines Trainings, der durchprobiert werden kann; solche sind learning_rate, batch, layers, heads, dropout</translation>
    </message>
    <message>
        <location filename="core/train/writing_comparison.cpp"/>
        <source>this model writes no words one after the other</source>
        <translation>dieses Modell schreibt keine Wörter nacheinander</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_bar.cpp"/>
        <source>%1, example %2 of %3: %4</source>
        <translation>%1, Beispiel %2 von %3: %4</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_bar.cpp"/>
        <source>&amp;Take this training step</source>
        <translation>Trainingsschritt &amp;tun</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_bar.cpp"/>
        <source>Train this one training step for real and walk through the next</source>
        <translation>Diesen einen Trainingsschritt wirklich machen und den nächsten durchgehen</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_bar.cpp"/>
        <source>&amp;Run on</source>
        <translation>&amp;Weiterlaufen</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_bar.cpp"/>
        <source>Leave the walk and train on</source>
        <translation>Den Rundgang verlassen und weiter trainieren</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_bar.cpp"/>
        <source>&amp;Whole batch…</source>
        <translation>&amp;Ganzer Batch…</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_bar.cpp"/>
        <source>All examples of the batch below each other, as the model reads them: padded to one length</source>
        <translation>Alle Beispiele des Batches untereinander, wie das Modell sie liest: auf eine Länge aufgefüllt</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_bar.cpp"/>
        <source>&amp;Leave</source>
        <translation>Ver&amp;lassen</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_bar.cpp"/>
        <source>Back to your own example; the training step is not taken</source>
        <translation>Zurück zum eigenen Beispiel; der Trainingsschritt wird nicht getan</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_bar.cpp"/>
        <source>&amp;Forward</source>
        <translation>&amp;Vorwärts</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_bar.cpp"/>
        <source>From the tokens to the loss</source>
        <translation>Von den Token zum Verlust</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_bar.cpp"/>
        <source>&amp;Backward</source>
        <translation>&amp;Rückwärts</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_bar.cpp"/>
        <source>From the loss back to the gradients of the weights</source>
        <translation>Vom Verlust zurück zu den Gradienten der Gewichte</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_bar.cpp"/>
        <source>&amp;Update</source>
        <translation>&amp;Update</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_bar.cpp"/>
        <source>How the optimizer moves the weights</source>
        <translation>Wie der Optimierer die Gewichte bewegt</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_bar.cpp"/>
        <source>&amp;After</source>
        <translation>D&amp;anach</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_bar.cpp"/>
        <source>The same example with the new weights</source>
        <translation>Dasselbe Beispiel mit den neuen Gewichten</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_bar.cpp"/>
        <source>&lt;b&gt;Training step %L1&lt;/b&gt; · loss %2 → %3</source>
        <translation>&lt;b&gt;Trainingsschritt %L1&lt;/b&gt; · Verlust %2 → %3</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/batch/batch_bar.cpp"/>
        <source>The loss of this batch of %n examples before the training step, and of the same batch with the weights that it makes</source>
        <translation><numerusform>Der Verlust dieses Batches aus einem Beispiel vor dem Trainingsschritt und der desselben Batches mit den Gewichten, die er macht</numerusform><numerusform>Der Verlust dieses Batches aus %n Beispielen vor dem Trainingsschritt und der desselben Batches mit den Gewichten, die er macht</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/batch/batch_window.cpp"/>
        <source>%1: %n tokens each, no padding</source>
        <translation><numerusform>%1: je ein Token, kein Padding</numerusform><numerusform>%1: je %n Token, kein Padding</numerusform></translation>
    </message>
    <message>
        <location filename="ui/batch/batch_window.cpp"/>
        <source>%1: %2 to %3 tokens, read as %4; %5 of %6 places are padding</source>
        <translation>%1: %2 bis %3 Token, gelesen als %4; %5 von %6 Plätzen sind Padding</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_window.cpp"/>
        <source>Whole batch</source>
        <translation>Ganzer Batch</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_window.cpp"/>
        <source>Tokens of the batch, a row for each example</source>
        <translation>Token des Batches, eine Zeile für jedes Beispiel</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_window.cpp"/>
        <source>source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_window.cpp"/>
        <source>target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_window.cpp"/>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_window.cpp"/>
        <source>source %1</source>
        <translation>Quelle %1</translation>
    </message>
    <message>
        <location filename="ui/batch/batch_window.cpp"/>
        <source>target %1</source>
        <translation>Ziel %1</translation>
    </message>
    <message>
        <location filename="ui/batch/example_cards.cpp"/>
        <source>Examples of the batch</source>
        <translation>Beispiele des Batches</translation>
    </message>
    <message>
        <location filename="ui/batch/example_cards.cpp"/>
        <source>%1 → %2</source>
        <comment>loss before and after</comment>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <location filename="ui/batch/example_cards.cpp"/>
        <source>Example %1: %2
loss %3, after the update %4</source>
        <translation>Beispiel %1: %2
Verlust %3, nach dem Update %4</translation>
    </message>
    <message>
        <location filename="ui/batch/example_cards.cpp"/>
        <source>Example %1: %2, to become %3
loss %4, after the update %5</source>
        <translation>Beispiel %1: %2, soll werden: %3
Verlust %4, nach dem Update %5</translation>
    </message>
    <message>
        <location filename="ui/batch/own_batch_window.cpp"/>
        <source>id</source>
        <translation>Nr.</translation>
    </message>
    <message>
        <location filename="ui/batch/own_batch_window.cpp"/>
        <source>keep</source>
        <translation>behalten</translation>
    </message>
    <message>
        <location filename="ui/batch/own_batch_window.cpp"/>
        <source>%1 source</source>
        <translation>%1 Quelle</translation>
    </message>
    <message>
        <location filename="ui/batch/own_batch_window.cpp"/>
        <source>%1 target</source>
        <translation>%1 Ziel</translation>
    </message>
    <message>
        <location filename="ui/batch/own_batch_window.cpp"/>
        <source>%1 text</source>
        <translation>%1 Text</translation>
    </message>
    <message>
        <location filename="ui/batch/own_batch_window.cpp"/>
        <source>%1 label</source>
        <translation>%1 Label</translation>
    </message>
    <message>
        <location filename="ui/batch/own_batch_window.cpp"/>
        <source>Sentences of your own in one batch</source>
        <translation>Eigene Sätze in einem Batch</translation>
    </message>
    <message>
        <location filename="ui/batch/own_batch_window.cpp"/>
        <source>A sentence a line; where the model reads a source and says a target, a tab between them.</source>
        <translation>Ein Satz je Zeile; wo das Modell eine Quelle liest und ein Ziel sagt, steht ein Tabulator dazwischen.</translation>
    </message>
    <message>
        <location filename="ui/batch/own_batch_window.cpp"/>
        <source>Sentences of the batch, one a line</source>
        <translation>Sätze des Batches, einer je Zeile</translation>
    </message>
    <message>
        <location filename="ui/batch/own_batch_window.cpp"/>
        <source>Tokens, ids, keep-masks and losses of the batch</source>
        <translation>Token, Ids, Masken und Verluste des Batches</translation>
    </message>
    <message>
        <location filename="ui/batch/own_batch_window.cpp"/>
        <source>Attention whose masks are shown</source>
        <translation>Aufmerksamkeit, deren Masken gezeigt werden</translation>
    </message>
    <message>
        <location filename="ui/batch/own_batch_window.cpp"/>
        <source>Masks of</source>
        <translation>Masken von</translation>
    </message>
    <message>
        <location filename="ui/batch/own_batch_window.cpp"/>
        <source>Mean loss %1 over the %2 labels that the mask keeps; %3 over all %4 places, if padding counted as a word to be said.</source>
        <translation>Mittlerer Verlust %1 über die %2 Labels, die die Maske behält; %3 über alle %4 Plätze, wenn Auffüllung als Wort zählte, das zu sagen ist.</translation>
    </message>
    <message>
        <location filename="ui/batch/own_batch_window.cpp"/>
        <source>Mask of sentence %1</source>
        <translation>Maske von Satz %1</translation>
    </message>
    <message>
        <location filename="ui/compare/compare_control.cpp"/>
        <source>error %1</source>
        <translation>Fehler %1</translation>
    </message>
    <message>
        <location filename="ui/compare/compare_control.cpp"/>
        <source>%1 % right</source>
        <translation>%1 % richtig</translation>
    </message>
    <message>
        <location filename="ui/compare/compare_control.cpp"/>
        <source>%1 % exact</source>
        <translation>%1 % exakt</translation>
    </message>
    <message>
        <location filename="ui/compare/compare_control.cpp"/>
        <source>End comparison</source>
        <translation>Vergleich beenden</translation>
    </message>
    <message>
        <location filename="ui/compare/compare_control.cpp"/>
        <source>Go on with A alone</source>
        <translation>Nur mit A weitermachen</translation>
    </message>
    <message>
        <location filename="ui/compare/compare_control.cpp"/>
        <source>Stage of run %1</source>
        <translation>Bühne von Lauf %1</translation>
    </message>
    <message>
        <location filename="ui/compare/compare_control.cpp"/>
        <source>Runs are compared from their first training step on, and an opened model has learned elsewhere.</source>
        <translation>Läufe werden von ihrem ersten Trainingsschritt an verglichen, und ein geöffnetes Modell hat anderswo gelernt.</translation>
    </message>
    <message>
        <location filename="ui/compare/compare_control.cpp"/>
        <source>Compare runs first (Lab, Compare).</source>
        <translation>Vergleichen Sie zuerst Läufe (Labor, Vergleichen).</translation>
    </message>
    <message>
        <location filename="ui/compare/compare_control.cpp"/>
        <source>No operation that the runs have in common differs.</source>
        <translation>Keine Operation, die die Läufe gemeinsam haben, unterscheidet sich.</translation>
    </message>
    <message>
        <location filename="ui/compare/compare_control.cpp"/>
        <source>Run %1 stopped at training step %L2: its numbers left the range of what can be computed.</source>
        <translation>Lauf %1 hat bei Trainingsschritt %L2 angehalten: Seine Zahlen haben den Bereich verlassen, in dem gerechnet werden kann.</translation>
    </message>
    <message>
        <location filename="ui/compare/compare_control.cpp"/>
        <source>stopped at training step %L1</source>
        <translation>angehalten bei Trainingsschritt %L1</translation>
    </message>
    <message>
        <location filename="ui/compare/compare_control.cpp"/>
        <source>loss %1</source>
        <translation>Verlust %1</translation>
    </message>
    <message>
        <location filename="ui/compare/compare_control.cpp"/>
        <source>predicted &lt;code&gt;%1&lt;/code&gt;</source>
        <translation>Vorhersage &lt;code&gt;%1&lt;/code&gt;</translation>
    </message>
    <message>
        <location filename="ui/compare/compare_control.cpp"/>
        <source> ✓</source>
        <translation> ✓</translation>
    </message>
    <message>
        <location filename="ui/compare/compare_dialog.cpp"/>
        <source>Compare runs</source>
        <translation>Läufe vergleichen</translation>
    </message>
    <message>
        <location filename="ui/compare/compare_dialog.cpp"/>
        <source>This model and a twin, or two, are trained from the beginning, in step: the same seed, the same data, one difference.</source>
        <translation>Dieses Modell und ein Zwilling, oder zwei, werden von Anfang an im Gleichschritt trainiert: derselbe Seed, dieselben Daten, ein Unterschied.</translation>
    </message>
    <message>
        <location filename="ui/compare/compare_dialog.cpp"/>
        <source>The one difference</source>
        <translation>Der eine Unterschied</translation>
    </message>
    <message>
        <location filename="ui/compare/compare_dialog.cpp"/>
        <source>A: this model</source>
        <translation>A: dieses Modell</translation>
    </message>
    <message>
        <location filename="ui/compare/compare_dialog.cpp"/>
        <source>B: its twin</source>
        <translation>B: sein Zwilling</translation>
    </message>
    <message>
        <location filename="ui/compare/compare_dialog.cpp"/>
        <source>C: %1</source>
        <translation>C: %1</translation>
    </message>
    <message>
        <location filename="ui/compare/compare_dialog.cpp"/>
        <source>This model has nothing of the kind: %1</source>
        <translation>dieses Modell hat nichts dergleichen: %1</translation>
    </message>
    <message>
        <location filename="ui/compare/compare_dialog.cpp"/>
        <source>What norms do to gradients shows from about six layers on</source>
        <translation>Was Normen mit Gradienten machen, zeigt sich ab etwa sechs Schichten</translation>
    </message>
    <message>
        <location filename="ui/compare/compare_dialog.cpp"/>
        <source>&amp;Layers of each</source>
        <translation>&amp;Schichten von jedem</translation>
    </message>
    <message>
        <location filename="ui/compare/compare_dialog.cpp"/>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_chart.cpp"/>
        <source>Losses of all runs</source>
        <translation>Verluste aller Läufe</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_chart.cpp"/>
        <source>training step</source>
        <translation>Trainingsschritt</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_switch.cpp"/>
        <source>Beside A:</source>
        <translation>Neben A:</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_switch.cpp"/>
        <source>Show run %1 (%2) beside A; the window is too narrow for all</source>
        <translation>Lauf %1 (%2) neben A zeigen; für alle ist das Fenster zu schmal</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Pre-LN</source>
        <translation>Pre-LN</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Post-LN</source>
        <translation>Post-LN</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>no norms</source>
        <translation>ohne Normen</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>attention alone</source>
        <translation>nur Aufmerksamkeit</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>gated</source>
        <translation>mit Gates</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>plain</source>
        <translation>einfach</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>%n key–value heads</source>
        <translation><numerusform>%n Key-Value-Kopf</numerusform><numerusform>%n Key-Value-Köpfe</numerusform></translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>divided by √K</source>
        <translation>durch √K geteilt</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>not divided</source>
        <translation>nicht geteilt</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>%n heads</source>
        <translation><numerusform>%n Kopf</numerusform><numerusform>%n Köpfe</numerusform></translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>no positions</source>
        <translation>keine Positionen</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>learned positions</source>
        <translation>gelernte Positionen</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>relative positions</source>
        <translation>relative Positionen</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>rotary positions</source>
        <translation>rotierende Positionen</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>ALiBi</source>
        <translation>ALiBi</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>mean layer</source>
        <translation>Mittelwertschicht</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>convolution</source>
        <translation>Faltung</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>attention</source>
        <translation>Aufmerksamkeit</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>no warm-up</source>
        <translation>kein Warm-up</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>warm-up of %n training steps</source>
        <translation><numerusform>Warm-up mit %n Trainingsschritt</numerusform><numerusform>Warm-up mit %n Trainingsschritten</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>windows of %n tokens</source>
        <translation><numerusform>Fenster aus %n Token</numerusform><numerusform>Fenster aus %n Token</numerusform></translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>causal mask</source>
        <translation>kausale Maske</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>sees its own answer</source>
        <translation>sieht seine eigene Antwort</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>recurrent</source>
        <translation>rekurrent</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>transformer</source>
        <translation>Transformer</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>cross-attention</source>
        <translation>Kreuzaufmerksamkeit</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>the same</source>
        <translation>dasselbe</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>%n runs from the same seed on the same batches. %1</source>
        <translation><numerusform>%n Lauf mit demselben Seed auf denselben Batches. %1</numerusform><numerusform>%n Läufe mit demselben Seed auf denselben Batches. %1</numerusform></translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Two runs from the same seed on the same batches, without any difference</source>
        <translation>Zwei Läufe mit demselben Seed und denselben Batches, ohne jeden Unterschied</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Two runs from the same seed on the same text. A: %1, B: %2</source>
        <translation>Zwei Läufe mit demselben Seed und demselben Text. A: %1, B: %2</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Two runs from the same seed on the same batches. The one difference: %1. A: %2, B: %3</source>
        <translation>Zwei Läufe, derselbe Seed, dieselben Batches. Der Unterschied: %1. A: %2, B: %3</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>transformer, cross-attention</source>
        <translation>Transformer, Kreuzaufmerksamkeit</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>encoder %1</source>
        <translation>Encoder %1</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>decoder %1</source>
        <translation>Decoder %1</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Where the norms stand</source>
        <translation>Wo die Normen stehen</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Before the first training step the gradients of a Post-LN decoder grow from layer to layer, those of a Pre-LN decoder do not; Xiong et al. 2020 see there why the former needs a warm-up.</source>
        <translation>Vor dem ersten Trainingsschritt wachsen die Gradienten eines Post-LN-Decoders von Schicht zu Schicht, die eines Pre-LN-Decoders nicht; darin sehen Xiong et al. 2020, warum der erste ein Warm-up braucht.</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>LayerNorm or RMSNorm</source>
        <translation>LayerNorm oder RMSNorm</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>RMSNorm divides by the root of the mean square and takes no mean off: it has half the weights, costs less, and mostly learns as well (Zhang &amp; Sennrich 2019).</source>
        <translation>RMSNorm teilt durch die Wurzel aus dem Mittel der Quadrate und zieht keinen Mittelwert ab: Sie hat halb so viele Gewichte, kostet weniger und lernt meist ebenso gut (Zhang &amp; Sennrich 2019).</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>a recurrent model has no norms</source>
        <translation>ein rekurrentes Modell hat keine Normen</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>With norms or without</source>
        <translation>Mit Normen oder ohne</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Without norms each layer adds to rows whose length nothing holds, so that a large learning rate can do harm (Ba et al. 2016; Xiong et al. 2020).</source>
        <translation>Ohne Normen addiert jede Schicht zu Zeilen, deren Länge nichts hält, sodass eine große Lernrate schaden kann (Ba et al. 2016; Xiong et al. 2020).</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Feed-forward layer: plain or gated</source>
        <translation>Feed-Forward-Schicht: einfach oder mit Gates</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>A gate decides for each hidden unit how much of it is let through; it takes a third matrix of the same size (Shazeer 2020).</source>
        <translation>Ein Gate entscheidet für jede verborgene Einheit, wie viel von ihr durchgelassen wird; es braucht eine dritte Matrix derselben Größe (Shazeer 2020).</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>a recurrent model has no feed-forward layer</source>
        <translation>ein rekurrentes Modell hat keine Feed-Forward-Schicht</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>With feed-forward layers or attention alone</source>
        <translation>Mit Feed-Forward-Schichten oder nur Aufmerksamkeit</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Attention alone can move what it finds from token to token and add it up; how such a model computes can be written down as paths through its heads (Elhage et al. 2021).</source>
        <translation>Aufmerksamkeit allein kann, was sie findet, von Token zu Token bringen und addieren; wie ein solches Modell rechnet, lässt sich als Wege durch seine Köpfe aufschreiben (Elhage et al. 2021).</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Key–value heads: 1, 2 or all</source>
        <translation>Key-Value-Köpfe: 1, 2 oder alle</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Heads that share keys and values need fewer of both to be kept while a text is written, and each can still ask in its own way (Shazeer 2019; Ainslie et al. 2023).</source>
        <translation>Köpfe, die sich Keys und Values teilen, müssen weniger von beiden behalten, während ein Text geschrieben wird, und jeder kann noch auf seine Art fragen (Shazeer 2019; Ainslie et al. 2023).</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>it needs an even number of heads, four at least</source>
        <translation>es braucht eine gerade Zahl von Köpfen, mindestens vier</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Scores divided by √K</source>
        <translation>Scores durch √K geteilt</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Without it the scores spread with √K, the softmax saturates sooner and less gradient comes through (Vaswani et al. 2017, section 3.2.1).</source>
        <translation>Ohne das streuen die Scores mit √K, Softmax kommt eher in die Sättigung, und weniger Gradient kommt durch (Vaswani et al. 2017, Abschnitt 3.2.1).</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>each head has one feature, and √1 is 1</source>
        <translation>jeder Kopf hat ein Merkmal, und √1 ist 1</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Number of heads</source>
        <translation>Anzahl der Köpfe</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>One head has one pattern of attention for each token; several of the same total width can look at several places at once.</source>
        <translation>Ein Kopf hat ein Muster der Aufmerksamkeit für jedes Token; mehrere von derselben Gesamtbreite können an mehrere Stellen zugleich blicken.</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>the model’s width cannot be divided among more heads</source>
        <translation>die Breite des Modells lässt sich nicht auf mehr Köpfe verteilen</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Without positions attention sees a set of tokens, not a sequence; only the causal mask still tells the decoder something about order.</source>
        <translation>Ohne Positionen sieht die Aufmerksamkeit eine Menge von Token, keine Folge; nur die kausale Maske verrät dem Decoder noch etwas über die Reihenfolge.</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Positions: learned</source>
        <translation>Positionen: gelernt</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>A row for each position is learned like a word’s, instead of waves that are given; what stands further than any example is never learned (Gehring et al. 2017; Vaswani et al. 2017, section 3.5).</source>
        <translation>Für jede Position wird eine Zeile gelernt wie für ein Wort, statt vorgegebener Wellen; was weiter hinten steht als in jedem Beispiel, wird nie gelernt (Gehring et al. 2017; Vaswani et al. 2017, Abschnitt 3.5).</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Positions: relative</source>
        <translation>Positionen: relativ</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>A learned number for each distance is added to the scores, in place of something added at the input (Shaw et al. 2018; Raffel et al. 2020).</source>
        <translation>Zu den Scores wird für jeden Abstand eine gelernte Zahl addiert, statt am Eingang etwas (Shaw et al. 2018; Raffel et al. 2020).</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>positions in the scores need attention</source>
        <translation>Positionen in den Scores brauchen Aufmerksamkeit</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Positions: rotary</source>
        <translation>Positionen: rotierend</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Queries and keys are turned by their positions, so that a score depends on how far apart they stand (Su et al. 2021).</source>
        <translation>Querys und Keys werden nach ihren Positionen gedreht, sodass ein Score davon abhängt, wie weit sie auseinanderstehen (Su et al. 2021).</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>turning needs attention and heads of an even width</source>
        <translation>das Drehen braucht Aufmerksamkeit und Köpfe von gerader Breite</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Positions: ALiBi</source>
        <translation>Positionen: ALiBi</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Each head subtracts a fixed multiple of the distance from its scores; nothing about positions is learned (Press et al. 2022).</source>
        <translation>Jeder Kopf zieht von seinen Scores ein festes Vielfaches des Abstands ab; über Positionen wird nichts gelernt (Press et al. 2022).</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Token mixer: mean</source>
        <translation>Tokenmischer: Mittel</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>A mean layer gives each token the mean of all that it may see, without asking what they are; attention chooses for each (Zaheer et al. 2017).</source>
        <translation>Eine Mittelwertschicht gibt jedem Token das Mittel aller, die es sehen darf, ohne zu fragen, was sie sind; Aufmerksamkeit wählt für jedes aus (Zaheer et al. 2017).</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Token mixer: convolution</source>
        <translation>Tokenmischer: Faltung</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>A convolution reads neighbours by their distance, the same everywhere; what stands further away comes only through several layers (LeCun et al. 1989).</source>
        <translation>Eine Faltung liest Nachbarn nach ihrem Abstand, überall gleich; was weiter weg steht, kommt nur durch mehrere Schichten (LeCun et al. 1989).</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Three token mixers: attention, mean, convolution</source>
        <translation>Drei Token-Mischer: Aufmerksamkeit, Mittelwert, Faltung</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Three answers to who reads whom: attention chooses for each token, a mean layer shares out evenly, a convolution reads neighbours by their distance (Vaswani et al. 2017; Zaheer et al. 2017; LeCun et al. 1989).</source>
        <translation>Drei Antworten darauf, wer wen liest: Aufmerksamkeit wählt für jedes Token, eine Mittelwertschicht teilt gleichmäßig auf, eine Faltung liest Nachbarn nach ihrem Abstand (Vaswani et al. 2017; Zaheer et al. 2017; LeCun et al. 1989).</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Transformer or recurrent</source>
        <translation>Transformer oder rekurrent</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>A transformer sees all tokens at once, a recurrent model one after the other: what it is to know later must pass through its state (Vaswani et al. 2017, section 4).</source>
        <translation>Ein Transformer sieht alle Token auf einmal, ein rekurrentes Modell eines nach dem anderen: Was es später wissen soll, muss durch seinen Zustand (Vaswani et al. 2017, Abschnitt 4).</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>The cell</source>
        <translation>Die Zelle</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>A GRU keeps by its gates what a plain RNN overwrites at every token; gradients come back further (Cho et al. 2014).</source>
        <translation>Eine GRU behält durch ihre Gates, was ein einfaches RNN bei jedem Token überschreibt; Gradienten kommen weiter zurück (Cho et al. 2014).</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>The cell: LSTM or GRU</source>
        <translation>Die Zelle: LSTM oder GRU</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>An LSTM keeps a cell beside its state and has four gates’ worth of weights; a GRU has three and hands on its state alone (Hochreiter &amp; Schmidhuber 1997; Cho et al. 2014).</source>
        <translation>Eine LSTM behält neben ihrem Zustand eine Zelle und hat vier Sätze von Gewichten; eine GRU hat drei und reicht nur ihren Zustand weiter (Hochreiter &amp; Schmidhuber 1997; Cho et al. 2014).</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Attention to states</source>
        <translation>Aufmerksamkeit auf Zustände</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Without attention the decoder knows the source by the encoder’s last states, one for each layer; the longer the sentence, the less of it fits (Bahdanau et al. 2015).</source>
        <translation>Ohne Aufmerksamkeit kennt der Decoder die Quelle durch die letzten Zustände des Encoders, einen je Schicht; je länger der Satz, desto weniger davon passt hinein (Bahdanau et al. 2015).</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Bahdanau’s attention or Luong’s</source>
        <translation>Bahdanaus Aufmerksamkeit oder Luongs</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Bahdanau’s is asked with the state before, and what it finds goes into the cell; Luong’s is asked with the state after, and what it finds goes past the cell to the output (Bahdanau et al. 2015; Luong et al. 2015).</source>
        <translation>Bahdanaus wird mit dem Zustand davor gefragt, und was sie findet, geht in die Zelle; Luongs wird mit dem Zustand danach gefragt, und was sie findet, geht an der Zelle vorbei zur Ausgabe (Bahdanau et al. 2015; Luong et al. 2015).</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>it needs attention between an encoder and a decoder</source>
        <translation>sie braucht Aufmerksamkeit zwischen Encoder und Decoder</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Three mechanisms: cross-attention, Bahdanau, Luong</source>
        <translation>Drei Mechanismen: Kreuzaufmerksamkeit, Bahdanau, Luong</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Three runs in step, three alignments of the same sentence: attention began beside a recurrent network, which gives the order of the words, and in the transformer does without it (Bahdanau et al. 2015; Luong et al. 2015; Vaswani et al. 2017).</source>
        <translation>Drei Läufe im Gleichschritt, drei Alignments desselben Satzes: Aufmerksamkeit begann neben einem rekurrenten Netz, das die Reihenfolge der Wörter liefert, und kommt im Transformer ohne es aus (Bahdanau et al. 2015; Luong et al. 2015; Vaswani et al. 2017).</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>it needs an encoder, and a decoder that attends to it</source>
        <translation>es braucht einen Encoder und einen Decoder, der auf ihn achtet</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Four scores: cross-attention, dot, general, location</source>
        <translation>Vier Scores: Kreuzaufmerksamkeit, dot, general, location</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Four runs in step: a decoder’s state against each of the encoder’s, by the scaled product of queries and keys, the plain product, a product with a matrix between, and from the state alone (Luong et al. 2015, section 3.1; Vaswani et al. 2017).</source>
        <translation>Vier Läufe im Gleichschritt: ein Zustand des Decoders gegen jeden des Encoders, durch das skalierte Produkt von Queries und Keys, das bloße Produkt, ein Produkt mit einer Matrix dazwischen und aus dem Zustand allein (Luong u. a. 2015, Abschnitt 3.1; Vaswani u. a. 2017).</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>it needs an encoder, and a decoder that attends to it by one of these</source>
        <translation>es braucht einen Encoder und einen Decoder, der ihn durch eines von diesen betrachtet</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Warm-up of the learning rate</source>
        <translation>Warm-up der Lernrate</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Large first training steps can throw the weights to where they do not come back from; a warm-up keeps the first ones small.</source>
        <translation>Große erste Trainingsschritte können die Gewichte dorthin werfen, von wo sie nicht zurückkommen; ein Warm-up hält die ersten klein.</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>this run has a constant rate; Noam and cosine have a warm-up</source>
        <translation>dieser Lauf hat eine konstante Rate; noam und cosine haben ein Warm-up</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Context: windows half as long</source>
        <translation>Kontext: halb so lange Fenster</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Both learn the same text. In shorter windows a token has fewer others to look back at. A batch has as many windows in both, so B reads half as many tokens in a step; each is validated on windows of its own length.</source>
        <translation>Beide lernen denselben Text. In kürzeren Fenstern hat ein Token weniger andere, auf die es zurückblicken kann. Ein Batch hat in beiden gleich viele Fenster, also liest B in einem Schritt halb so viele Token; validiert wird jeder Lauf auf Fenstern seiner eigenen Länge.</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>its windows are too short to be halved</source>
        <translation>seine Fenster sind zu kurz, um sie zu halbieren</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>The causal mask</source>
        <translation>Die kausale Maske</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Without it every token of the decoder sees the next one, the very answer that it is asked for: it has little else to learn, and that does not help it to write, when the next token is not there yet (Vaswani et al. 2017, section 3.2.3). Padding stays masked in both.</source>
        <translation>Ohne sie sieht jedes Token des Decoders das nächste, also genau die Antwort, nach der es gefragt wird: Sonst gibt es für ihn kaum etwas zu lernen, und das hilft ihm nicht beim Schreiben, wenn das nächste Token noch nicht da ist (Vaswani et al. 2017, Abschnitt 3.2.3). Das Padding bleibt in beiden maskiert.</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>this model has no causal mask</source>
        <translation>dieses Modell hat keine kausale Maske</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>The same numbers from other additions: rounding alone tells them apart.</source>
        <translation>Dieselben Zahlen aus anderen Additionen: Nur das Runden unterscheidet sie.</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>there is only one backend here</source>
        <translation>hier gibt es nur ein Backend</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Nothing</source>
        <translation>Nichts</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>The control: two runs without a difference stay the same to the last bit.</source>
        <translation>Die Kontrolle: Zwei Läufe ohne Unterschied bleiben bis aufs letzte Bit gleich.</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>no attention</source>
        <translation>keine Aufmerksamkeit</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Luong: dot product</source>
        <translation>Luong: Skalarprodukt</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Luong: general</source>
        <translation>Luong: general</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Luong: by place</source>
        <translation>Luong: nach dem Platz</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Luong: concat</source>
        <translation>Luong: concat</translation>
    </message>
    <message>
        <location filename="ui/compare/comparison_text.cpp"/>
        <source>Bahdanau</source>
        <translation>Bahdanau</translation>
    </message>
    <message>
        <location filename="ui/compare/gradient_chart.cpp"/>
        <source>Gradient norm per layer</source>
        <translation>Norm des Gradienten je Schicht</translation>
    </message>
    <message>
        <location filename="ui/compare/gradient_chart.cpp"/>
        <source>at the start</source>
        <translation>zu Beginn</translation>
    </message>
    <message>
        <location filename="ui/compare/gradient_chart.cpp"/>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <location filename="ui/compare/gradient_chart.cpp"/>
        <source>%1 at the start</source>
        <translation>%1 am Anfang</translation>
    </message>
    <message>
        <location filename="ui/compare/gradient_chart.cpp"/>
        <source>%1 now</source>
        <translation>%1 jetzt</translation>
    </message>
    <message>
        <location filename="ui/compare/gradient_chart.cpp"/>
        <source>At the start the gradient of %1 in B was %2 times that in A, in C %3 times.</source>
        <translation>Am Anfang war der Gradient von %1 in B das %2-Fache von dem in A, in C das %3-Fache.</translation>
    </message>
    <message>
        <location filename="ui/compare/gradient_chart.cpp"/>
        <source>Before the first training step the gradient of %1 was about the same in both.</source>
        <translation>Vor dem ersten Trainingsschritt war der Gradient von %1 in beiden etwa gleich.</translation>
    </message>
    <message>
        <location filename="ui/compare/gradient_chart.cpp"/>
        <source>Before the first training step the gradient of %1 was %2 times as large in B.</source>
        <translation>Vor dem ersten Trainingsschritt war der Gradient von %1 in B %2-mal so groß.</translation>
    </message>
    <message>
        <location filename="ui/compare/gradient_chart.cpp"/>
        <source>Before the first training step the gradient of %1 was %2 times as large in A.</source>
        <translation>Vor dem ersten Trainingsschritt war der Gradient von %1 in A %2-mal so groß.</translation>
    </message>
    <message>
        <location filename="ui/compare/gradient_chart.cpp"/>
        <source>gradient norm</source>
        <translation>Norm des Gradienten</translation>
    </message>
    <message>
        <location filename="ui/compare/reference_figure.cpp"/>
        <source>%1, training step %2</source>
        <translation>%1, Trainingsschritt %2</translation>
    </message>
    <message>
        <location filename="ui/compare/reference_figure.cpp"/>
        <source>Where each run looks: %1. Example: %2</source>
        <translation>Wohin jeder Lauf sieht: %1. Beispiel: %2</translation>
    </message>
    <message>
        <location filename="ui/compare/reference_figure.cpp"/>
        <source>All runs</source>
        <translation>Alle Läufe</translation>
    </message>
    <message>
        <location filename="ui/compare/reference_window.cpp"/>
        <source>layer %1 · %2</source>
        <translation>Schicht %1 · %2</translation>
    </message>
    <message>
        <location filename="ui/compare/reference_window.cpp"/>
        <source>&amp;Add a run or a real model…</source>
        <translation>Einen Lauf oder ein echtes Modell &amp;hinzufügen …</translation>
    </message>
    <message>
        <location filename="ui/compare/reference_window.cpp"/>
        <source>&amp;Copy the picture</source>
        <translation>Bild &amp;kopieren</translation>
    </message>
    <message>
        <location filename="ui/compare/reference_window.cpp"/>
        <source>&amp;Save the figure…</source>
        <translation>Abbildung &amp;speichern …</translation>
    </message>
    <message>
        <location filename="ui/compare/reference_window.cpp"/>
        <source>Where each run looks</source>
        <translation>Wohin jeder Lauf sieht</translation>
    </message>
    <message>
        <location filename="ui/compare/reference_window.cpp"/>
        <source>The same example in several models: each row is a token that was written last, each column one that is read. Attention is not explanation.</source>
        <translation>Dasselbe Beispiel in mehreren Modellen: Jede Zeile ist ein Token, das zuletzt geschrieben wurde, jede Spalte eines, das gelesen wird. Aufmerksamkeit ist keine Erklärung.</translation>
    </message>
    <message>
        <location filename="ui/compare/reference_window.cpp"/>
        <source>Layer and head</source>
        <translation>Schicht und Kopf</translation>
    </message>
    <message>
        <location filename="ui/compare/reference_window.cpp"/>
        <source>Take this run away</source>
        <translation>Diesen Lauf wegnehmen</translation>
    </message>
    <message>
        <location filename="ui/compare/reference_window.cpp"/>
        <source>This model has no attention: what it knows of the source is a state for each layer, or what its mixers gave each token.</source>
        <translation>Dieses Modell hat keine Aufmerksamkeit: Was es von der Quelle weiß, ist ein Zustand je Schicht oder das, was seine Mischer jedem Token gaben.</translation>
    </message>
    <message>
        <location filename="ui/compare/reference_window.cpp"/>
        <source>Copied as a picture and as a table</source>
        <translation>Als Bild und als Tabelle kopiert</translation>
    </message>
    <message>
        <location filename="ui/compare/reference_window.cpp"/>
        <source>Copied as a picture; a table needs matrices of one size.</source>
        <translation>Als Bild kopiert; für eine Tabelle müssten die Matrizen gleich groß sein.</translation>
    </message>
    <message>
        <location filename="ui/compare/reference_window.cpp"/>
        <source>A saved run, or the config.json of a real model</source>
        <translation>Ein gespeicherter Lauf, oder die config.json eines echten Modells</translation>
    </message>
    <message>
        <location filename="ui/compare/reference_window.cpp"/>
        <source>Models (*.safetensors config.json)</source>
        <translation>Modelle (*.safetensors config.json)</translation>
    </message>
    <message>
        <location filename="ui/compare/reference_window.cpp"/>
        <source>Train the same task with another family or attention, save it, and add it here; or a real model, which reads the same sentence.</source>
        <translation>Trainieren Sie dieselbe Aufgabe mit einer anderen Familie oder Aufmerksamkeit, speichern Sie den Lauf, und fügen Sie ihn hier hinzu; oder ein echtes Modell, das denselben Satz liest.</translation>
    </message>
    <message>
        <location filename="ui/compare/reference_window.cpp"/>
        <source>All runs beside each other, as a picture and as a table</source>
        <translation>Alle Läufe nebeneinander, als Bild und als Tabelle</translation>
    </message>
    <message>
        <location filename="ui/compare/reference_window.cpp"/>
        <source>All runs beside each other, as a picture; a table needs matrices of one size</source>
        <translation>Alle Läufe nebeneinander, als Bild; für eine Tabelle müssten die Matrizen gleich groß sein</translation>
    </message>
    <message>
        <location filename="ui/compare/reference_window.cpp"/>
        <source>All runs beside each other, as PNG, SVG or PDF, or their numbers</source>
        <translation>Alle Läufe nebeneinander, als PNG, SVG oder PDF, oder ihre Zahlen</translation>
    </message>
    <message>
        <location filename="ui/compare/reference_window.cpp"/>
        <source>All runs beside each other, as PNG, SVG or PDF; their numbers need matrices of one size</source>
        <translation>Alle Läufe nebeneinander, als PNG, SVG oder PDF; für ihre Zahlen müssten die Matrizen gleich groß sein</translation>
    </message>
    <message>
        <location filename="ui/compare/verify_window.cpp"/>
        <source>Difference</source>
        <translation>Abweichung</translation>
    </message>
    <message>
        <location filename="ui/compare/verify_window.cpp"/>
        <source>Cell</source>
        <translation>Zelle</translation>
    </message>
    <message>
        <location filename="ui/compare/verify_window.cpp"/>
        <source>%1, operations joined</source>
        <translation>%1, Operationen zusammengefasst</translation>
    </message>
    <message>
        <location filename="ui/compare/verify_window.cpp"/>
        <source>first: %1</source>
        <translation>zuerst: %1</translation>
    </message>
    <message>
        <location filename="ui/compare/verify_window.cpp"/>
        <source>differs: %1</source>
        <translation>weicht ab: %1</translation>
    </message>
    <message>
        <location filename="ui/compare/verify_window.cpp"/>
        <source>Compare &amp;again</source>
        <translation>&amp;Noch einmal vergleichen</translation>
    </message>
    <message>
        <location filename="ui/compare/verify_window.cpp"/>
        <source>Two backends, operation by operation</source>
        <translation>Zwei Backends, Operation für Operation</translation>
    </message>
    <message>
        <location filename="ui/compare/verify_window.cpp"/>
        <source>This list is of an earlier example or state of the model.</source>
        <translation>Diese Liste stammt von einem früheren Beispiel oder Stand des Modells.</translation>
    </message>
    <message>
        <location filename="ui/compare/verify_window.cpp"/>
        <source>Choose an operation to see it on the stage. A difference is relative to the largest number of its operation, or to more where float32 cannot compute it that exactly.</source>
        <translation>Wählen Sie eine Operation, um sie auf der Bühne zu sehen. Eine Abweichung ist auf die größte Zahl ihrer Operation bezogen, oder auf mehr, wo float32 sie so genau nicht rechnen kann.</translation>
    </message>
    <message>
        <location filename="ui/compare/verify_window.cpp"/>
        <source>The model and its example are computed by both…</source>
        <translation>Das Modell und sein Beispiel werden von beiden berechnet …</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/compare/verify_window.cpp"/>
        <source>%1 agrees with %2 in %n operations and gradients, within %3.</source>
        <translation><numerusform>%1 stimmt mit %2 in %n Operation oder Gradienten überein, bis auf %3.</numerusform><numerusform>%1 stimmt mit %2 in %n Operationen und Gradienten überein, bis auf %3.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/compare/verify_window.cpp"/>
        <source>%1 differs from %2 in %n operations by more than %3, first in: %4</source>
        <translation><numerusform>%1 weicht von %2 in %n Operation um mehr als %3 ab: %4</numerusform><numerusform>%1 weicht von %2 in %n Operationen um mehr als %3 ab, zuerst in: %4</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/compare/verify_window.cpp"/>
        <source>In %n places rounding puts the input of a ReLU on the other side of 0; the gradients are compared on the same side.</source>
        <translation><numerusform>An %n Stelle liegt die Eingabe einer ReLU durch Rundung auf der anderen Seite von 0; die Gradienten werden auf derselben Seite verglichen.</numerusform><numerusform>An %n Stellen liegt die Eingabe einer ReLU durch Rundung auf der anderen Seite von 0; die Gradienten werden auf derselben Seite verglichen.</numerusform></translation>
    </message>
    <message>
        <location filename="ui/compare/verify_window.cpp"/>
        <source>It could not be computed.</source>
        <translation>Es konnte nicht berechnet werden.</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;New model…</source>
        <translation>&amp;Neues Modell …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Build a model of your own and train it</source>
        <translation>Ein eigenes Modell bauen und trainieren</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Open a saved model and train it further, or a text or pairs to learn from</source>
        <translation>Ein gespeichertes Modell öffnen und weiter trainieren, oder einen Text oder Paare, um daraus zu lernen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Save the model with its training state</source>
        <translation>Das Modell mit dem Stand seines Trainings speichern</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;unter …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Save the model under another name</source>
        <translation>Das Modell unter einem anderen Namen speichern</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Train</source>
        <translation>&amp;Trainieren</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Train, or pause training</source>
        <translation>Trainieren, oder das Training anhalten</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>One training st&amp;ep</source>
        <translation>Ein T&amp;rainingsschritt</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Train for a single training step</source>
        <translation>Einen einzigen Trainingsschritt machen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Wal&amp;k through the next training step</source>
        <translation>Nächsten Trainingsschritt &amp;durchgehen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Pause, and go through the next training step: forward, backward, update</source>
        <translation>Anhalten und den nächsten Trainingsschritt durchgehen: vorwärts, rückwärts, Update</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Sentences of your own in one &amp;batch…</source>
        <translation>Eigene Sätze in einem &amp;Batch…</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>A few sentences padded to one length: their ids, masks and losses</source>
        <translation>Einige Sätze, auf eine Länge aufgefüllt: ihre Ids, Masken und Verluste</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Train on a te&amp;xt…</source>
        <translation>Mit einem Te&amp;xt trainieren …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Have an opened model go on learning from a text or from pairs of yours</source>
        <translation>Ein geöffnetes Modell aus einem Text oder aus Paaren von Ihnen weiterlernen lassen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Start o&amp;ver</source>
        <translation>&amp;Von vorn</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Forget what was learned: fresh weights</source>
        <translation>Das Gelernte vergessen: frische Gewichte</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Leave Glassformer</source>
        <translation>Glassformer verlassen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Edit &amp;source</source>
        <translation>&amp;Quelle bearbeiten</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Type another source</source>
        <translation>Eine andere Quelle eingeben</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Edit &amp;target</source>
        <translation>&amp;Ziel bearbeiten</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Type another target</source>
        <translation>Ein anderes Ziel eingeben</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Another example</source>
        <translation>&amp;Anderes Beispiel</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Show an example that the model is never trained on</source>
        <translation>Ein Beispiel zeigen, mit dem das Modell nie trainiert wird</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Next operation</source>
        <translation>&amp;Nächste Operation</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Go to the next operation</source>
        <translation>Zur nächsten Operation gehen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Previous operation</source>
        <translation>&amp;Vorige Operation</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Go back to the operation before</source>
        <translation>Zur Operation davor zurückgehen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Walk</source>
        <translation>&amp;Rundgang</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Go through the operations by itself, with a stop after each</source>
        <translation>Von selbst durch die Operationen gehen, mit einem Halt nach jeder</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Back to where I was</source>
        <translation>Zurück, wo ich war</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Go back to the operation and the cell that were looked at before</source>
        <translation>Zurück zu Operation und Zelle, die davor zu sehen waren</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Forward again</source>
        <translation>Wieder vorwärts</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Go where “back” came from</source>
        <translation>Dorthin, von wo „Zurück“ kam</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Next &amp;layer</source>
        <translation>Nächste S&amp;chicht</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>The same operation one layer further</source>
        <translation>Dieselbe Operation eine Schicht weiter</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Previous l&amp;ayer</source>
        <translation>Vorige Sc&amp;hicht</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>The same operation one layer before</source>
        <translation>Dieselbe Operation eine Schicht davor</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Next &amp;head</source>
        <translation>Nächster &amp;Kopf</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>The next attention head</source>
        <translation>Der nächste Aufmerksamkeitskopf</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Previous h&amp;ead</source>
        <translation>Voriger K&amp;opf</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>The attention head before</source>
        <translation>Der Aufmerksamkeitskopf davor</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>All hea&amp;ds</source>
        <translation>&amp;Alle Köpfe</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Show all heads side by side</source>
        <translation>Alle Köpfe nebeneinander zeigen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>E&amp;qual panels</source>
        <translation>F&amp;elder gleich groß</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Draw the stages of attention equally large, instead of the chosen one</source>
        <translation>Alle Stufen der Aufmerksamkeit gleich groß zeichnen, statt die gewählte größer</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Num&amp;bers in the cells</source>
        <translation>Zah&amp;len in den Zellen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Make room for the numbers: matrices too large for them are shown in part, with an overview beside them</source>
        <translation>Platz für die Zahlen schaffen: Von Matrizen, die dafür zu groß sind, ist ein Teil zu sehen, daneben eine Übersicht</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Zoom in</source>
        <translation>Hereinzoo&amp;men</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Show the matrix or the drawing larger, as Ctrl with the wheel does; drag to see the rest</source>
        <translation>Die Matrix oder die Zeichnung größer zeigen, wie Strg mit dem Mausrad; Ziehen zeigt den Rest</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Zoom &amp;out</source>
        <translation>Hera&amp;uszoomen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Show the matrix or the drawing smaller again</source>
        <translation>Die Matrix oder die Zeichnung wieder kleiner zeigen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Gradients</source>
        <translation>&amp;Gradienten</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Show the gradient of the loss instead of the values</source>
        <translation>Statt der Werte den Gradienten des Verlusts zeigen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Another &amp;view</source>
        <translation>Andere &amp;Darstellung</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Draw this operation in another way</source>
        <translation>Diese Operation auf andere Art zeichnen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Row up</source>
        <translation>Zeile hoch</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>The row above</source>
        <translation>Die Zeile darüber</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Row down</source>
        <translation>Zeile runter</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>The row below</source>
        <translation>Die Zeile darunter</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Column left</source>
        <translation>Spalte nach links</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>The column to the left</source>
        <translation>Die Spalte links davon</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Column right</source>
        <translation>Spalte nach rechts</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>The column to the right</source>
        <translation>Die Spalte rechts davon</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Let go of the cell</source>
        <translation>Zelle loslassen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Unpin the cell, leave the field or the enlarged matrix, stop presenting</source>
        <translation>Zelle loslassen, das Feld oder die vergrößerte Matrix verlassen, Präsentation beenden</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Find…</source>
        <translation>&amp;Finden …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Find any operation, term or command by one of its names</source>
        <translation>Eine Operation, einen Begriff oder einen Befehl unter einem seiner Namen finden</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;As the desktop</source>
        <translation>&amp;Wie der Desktop</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Light or dark, as the desktop is</source>
        <translation>Hell oder dunkel, wie der Desktop</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Dark on light, for paper and bright rooms</source>
        <translation>Dunkel auf hell, für Papier und helle Räume</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Light on dark, for dim rooms</source>
        <translation>Hell auf dunkel, für dunkle Räume</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>High &amp;contrast</source>
        <translation>Hoher &amp;Kontrast</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Stronger lines, frames and texts, on black or white</source>
        <translation>Stärkere Linien, Rahmen und Texte, auf Schwarz oder Weiß</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>The language of the desktop</source>
        <translation>Die Sprache des Desktops</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Everything in English</source>
        <translation>Alles auf Englisch</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Everything in German</source>
        <translation>Alles auf Deutsch</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Larger</source>
        <translation>&amp;Größer</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Make all texts of the window larger</source>
        <translation>Alle Texte des Fensters größer machen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Smaller</source>
        <translation>&amp;Kleiner</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Make all texts of the window smaller</source>
        <translation>Alle Texte des Fensters kleiner machen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Normal</source>
        <translation>&amp;Normal</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Texts as large as the desktop has them</source>
        <translation>Texte so groß wie auf dem Desktop</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Restore la&amp;yout</source>
        <translation>Anordnung &amp;zurücksetzen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Put every dock back where it was at first</source>
        <translation>Alle Bereiche dorthin zurücksetzen, wo sie am Anfang waren</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Less &amp;motion</source>
        <translation>Weniger Bewegun&amp;g</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Go from operation to operation without a transition</source>
        <translation>Ohne Übergang von Operation zu Operation gehen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>P&amp;resent</source>
        <translation>&amp;Präsentieren</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Only the stage, its place and its formula, large, on the whole screen. Page Down and Page Up turn the pages of the lesson, else the operations; B blanks the screen, P says what comes next, Ctrl makes the mouse a point of light</source>
        <translation>Nur die Bühne mit Ort und Formel, groß, auf dem ganzen Bildschirm. Bild ab und Bild auf blättern in der Lektion, sonst durch die Operationen; B macht den Bildschirm schwarz, P sagt, was als Nächstes kommt, Strg macht die Maus zum Lichtpunkt</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;What if…</source>
        <translation>&amp;Was wäre, wenn …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Change something here: mute the head, set the number, hide the key, …</source>
        <translation>Hier etwas ändern: den Kopf stummschalten, die Zahl setzen, den Key verbergen, …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Take the last change back</source>
        <translation>Die letzte Änderung zurücknehmen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Redo</source>
        <translation>Wieder&amp;holen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Make the change again that was taken back</source>
        <translation>Die zurückgenommene Änderung wieder machen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Rese&amp;t</source>
        <translation>Zurückse&amp;tzen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Take all changes back: the model as it is</source>
        <translation>Alle Änderungen zurücknehmen: das Modell, wie es ist</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Bef&amp;ore</source>
        <translation>V&amp;orher</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Show the run as it is without the changes</source>
        <translation>Den Lauf ohne die Änderungen zeigen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>E&amp;ffect</source>
        <translation>Wirk&amp;ung</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Show what the changes do: the run with them less without</source>
        <translation>Zeigen, was die Änderungen bewirken: der Lauf mit ihnen minus ohne sie</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Generation, token by token</source>
        <translation>Er&amp;zeugung, Token für Token</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>How the model writes its answer: each token, what it was picked from, what it looked at</source>
        <translation>Wie das Modell seine Antwort schreibt: jedes Token, woraus es gewählt wurde, worauf es schaute</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Chart&amp;s of the run</source>
        <translation>Diagra&amp;mme des Laufs</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>The curves of the run as large as the stage, while it trains: loss, accuracy, and the gradient norm of each layer</source>
        <translation>Die Kurven des Laufs so groß wie die Bühne, während er trainiert: Loss, Genauigkeit und die Gradientennorm jeder Schicht</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Earlier moment</source>
        <translation>&amp;Früherer Moment</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Look at the moment of the run before this one</source>
        <translation>Den Moment des Laufs vor diesem ansehen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Later moment</source>
        <translation>&amp;Späterer Moment</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Look at the moment of the run after this one</source>
        <translation>Den Moment des Laufs nach diesem ansehen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Repla&amp;y</source>
        <translation>Abs&amp;pielen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Play the run’s past, from the moment shown up to now</source>
        <translation>Die Vergangenheit des Laufs abspielen, vom gezeigten Moment bis jetzt</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Back to &amp;now</source>
        <translation>Zurück zu &amp;jetzt</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Show the model as it is now again</source>
        <translation>Wieder das Modell zeigen, wie es jetzt ist</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Continue from here</source>
        <translation>Von hier w&amp;eiter</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Train on from the moment shown as a new branch; the old one is kept</source>
        <translation>Vom gezeigten Moment an in einem neuen Zweig weiter trainieren; der alte bleibt</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Pin moment &amp;A</source>
        <translation>Moment &amp;A merken</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Pin the moment shown as A, or let go of it</source>
        <translation>Den gezeigten Moment als A merken oder ihn loslassen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Pin moment &amp;B</source>
        <translation>Moment &amp;B merken</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Pin the moment shown as B, or let go of it</source>
        <translation>Den gezeigten Moment als B merken oder ihn loslassen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Difference B − A</source>
        <translation>&amp;Differenz B − A</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Show what changed from the pinned moment A to the pinned moment B</source>
        <translation>Zeigen, was sich vom gemerkten Moment A zum gemerkten Moment B geändert hat</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Com&amp;pare…</source>
        <translation>&amp;Vergleichen …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Train this model and a twin with one difference side by side, or three mechanisms</source>
        <translation>Dieses Modell und einen Zwilling mit einem Unterschied nebeneinander trainieren, oder drei Mechanismen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>To the largest difference</source>
        <translation>Zum größten Unterschied</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Go to the cell in which the compared runs differ most, measured by the size of the numbers of its operation</source>
        <translation>Zu der Zelle gehen, in der sich die verglichenen Läufe am meisten unterscheiden, gemessen an der Größe der Zahlen ihrer Operation</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>W&amp;here each run looks…</source>
        <translation>Wohin jeder &amp;Lauf sieht …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>The alignments of saved runs beside that of the open one, on the same example</source>
        <translation>Die Alignments gespeicherter Läufe neben der des offenen, am selben Beispiel</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Verify…</source>
        <translation>&amp;Nachrechnen …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Compare two backends, operation by operation: every number and every gradient of the example</source>
        <translation>Zwei Backends vergleichen, Operation für Operation: jede Zahl und jeden Gradienten des Beispiels</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Memory of the time machine…</source>
        <translation>&amp;Gedächtnis der Zeitmaschine …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>How much the run remembers of itself, and whether that is saved with it</source>
        <translation>Wie viel der Lauf sich von sich merkt, und ob das mit ihm gespeichert wird</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;This matrix…</source>
        <translation>&amp;Diese Matrix …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Save the matrix on the stage as a figure or as numbers</source>
        <translation>Die Matrix auf der Bühne als Abbildung oder als Zahlen speichern</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>All &amp;heads…</source>
        <translation>Alle K&amp;öpfe …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Save all heads in one figure</source>
        <translation>Alle Köpfe in einer Abbildung speichern</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>The four &amp;panels…</source>
        <translation>Die &amp;vier Felder …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Save scores, scaled, masked and weights in one figure</source>
        <translation>Scores, skaliert, maskiert und Gewichte in einer Abbildung speichern</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>This &amp;drawing…</source>
        <translation>Diese &amp;Zeichnung …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Save the drawing on the stage as a figure</source>
        <translation>Die Zeichnung auf der Bühne als Abbildung speichern</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Web page of this operation…</source>
        <translation>&amp;Webseite dieser Operation …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Save the matrix in focus as one file to point into: each number says how it comes about</source>
        <translation>Die Matrix im Fokus als eine Datei speichern, in die man zeigen kann: Jede Zahl sagt, wie sie entsteht</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Web page of &amp;all operations…</source>
        <translation>Webseite alle&amp;r Operationen …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Save all forward operations of the example, in their order, as one file to point into</source>
        <translation>Alle Vorwärts-Operationen des Beispiels in ihrer Reihenfolge als eine Datei speichern, in die man zeigen kann</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Loss chart…</source>
        <translation>Verlust&amp;kurve …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Save the loss chart</source>
        <translation>Die Verlustkurve speichern</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Copy numbers and picture</source>
        <translation>Zahlen und &amp;Bild kopieren</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Copy what is on the stage: the numbers as a table, and the picture</source>
        <translation>Kopiert, was auf der Bühne steht: die Zahlen als Tabelle, und das Bild</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Copy this view as te&amp;xt</source>
        <translation>Diese Ansicht als Te&amp;xt kopieren</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Copy what the window shows as a text that another window opens: model, example and place</source>
        <translation>Was das Fenster zeigt, als Text kopieren, den ein anderes Fenster öffnet: Modell, Beispiel und Stelle</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Open a copied view</source>
        <translation>Eine kopierte &amp;Ansicht öffnen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Show the view, or the lesson, whose text was copied</source>
        <translation>Die Ansicht oder Lektion zeigen, deren Text kopiert wurde</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Add this &amp;view to the lecture</source>
        <translation>Diese Ansicht an die Vorlesung an&amp;hängen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Append what the window shows as a page to the lecture that a view was added to last</source>
        <translation>Was das Fenster zeigt, als Seite an die Vorlesung hängen, die zuletzt eine bekommen hat</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Begin a lecture with this view…</source>
        <translation>Mit dieser Ansicht eine Vorlesung be&amp;ginnen …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>What the window shows as the first page of a file, or one more page of another one</source>
        <translation>Was das Fenster zeigt, als erste Seite einer Datei, oder als weitere Seite einer anderen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Pac&amp;k the lecture…</source>
        <translation>Vor&amp;lesung packen …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Write the lecture, its models and what they learn from into one file, which opens elsewhere at once</source>
        <translation>Die Vorlesung, ihre Modelle und das, woraus sie lernen, in eine einzige Datei schreiben, die sich anderswo sofort öffnet</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;First steps</source>
        <translation>&amp;Erste Schritte</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>What there is to see and to do, with pictures</source>
        <translation>Was es zu sehen und zu tun gibt, mit Bildern</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Course</source>
        <translation>&amp;Kurs</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Lessons that ask first and answer with an experiment</source>
        <translation>Lektionen, die erst fragen und mit einem Versuch antworten</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Next page of the lesson</source>
        <translation>&amp;Nächste Seite der Lektion</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Turn to the next page of the lesson that is open</source>
        <translation>In der offenen Lektion eine Seite weiterblättern</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Previous page of the lesson</source>
        <translation>&amp;Vorige Seite der Lektion</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Turn back to the page before</source>
        <translation>Eine Seite zurückblättern</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Teacher’s &amp;sheet…</source>
        <translation>&amp;Blatt für Lehrende …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Plan, minutes, answers to expect and what to draw, for the lesson that is open: to read, print or save as PDF</source>
        <translation>Ablauf, Minuten, zu erwartende Antworten und Tafelbild der geöffneten Lektion: zum Lesen, Drucken oder als PDF</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>All &amp;figures of the lesson…</source>
        <translation>Alle Abb&amp;ildungen der Lektion …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Save what the lesson’s pages show in the window, each as a figure with its caption</source>
        <translation>Was die Seiten der Lektion im Fenster zeigen, je als Abbildung mit Unterschrift speichern</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>The &amp;room…</source>
        <translation>Der &amp;Raum …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>What everyone in the room expects, as bars: typed in, or counted from students’ files</source>
        <translation>Was alle im Raum erwarten, als Balken: eingetippt oder aus den Dateien der Lernenden gezählt</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Pages of the lecture…</source>
        <translation>Seiten der &amp;Vorlesung …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Put the pages of the lesson’s file into another order, or name them anew</source>
        <translation>Die Seiten der Lektionsdatei anders ordnen oder neu benennen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Save my &amp;answers…</source>
        <translation>Meine &amp;Antworten speichern …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Save which answers you chose in the lesson that is open, for whoever teaches it</source>
        <translation>Welche Antworten Sie in der geöffneten Lektion gewählt haben, für die Lehrperson speichern</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Home&amp;work…</source>
        <translation>Hausau&amp;fgaben …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Make an exercise for students, in NumPy or PyTorch, that checks itself</source>
        <translation>Eine Übung für Studierende anlegen, in NumPy oder PyTorch, die sich selbst prüft</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Tour</source>
        <translation>&amp;Rundgang</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>The first three minutes with the window, on the open model</source>
        <translation>Die ersten drei Minuten mit dem Fenster, am offenen Modell</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Glossary</source>
        <translation>&amp;Glossar</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>What the terms mean, and where they come from</source>
        <translation>Was die Begriffe bedeuten und woher sie kommen</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Keyboard shortcuts…</source>
        <translation>&amp;Tastenkürzel …</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>All shortcuts on one page, to be looked up and changed</source>
        <translation>Alle Tastenkürzel auf einer Seite, zum Nachsehen und Ändern</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;About Glassformer</source>
        <translation>Ü&amp;ber Glassformer</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>What this is, and its licence</source>
        <translation>Was das ist, und seine Lizenz</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>M&amp;ove to</source>
        <translation>Gehe &amp;zu</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Matrix &amp;size</source>
        <translation>Größe der &amp;Matrix</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Parts of the window</source>
        <translation>Te&amp;ile des Fensters</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Theme</source>
        <translation>Far&amp;ben</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Lang&amp;uage</source>
        <translation>&amp;Sprache</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>For teach&amp;ing</source>
        <translation>Zum &amp;Unterrichten</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>Te&amp;xt size</source>
        <translation>&amp;Textgröße</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Model</source>
        <translation>&amp;Modell</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Example</source>
        <translation>&amp;Beispiel</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Lab</source>
        <translation>&amp;Labor</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Questions</source>
        <translation>Fragen &amp;klären</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>E&amp;xport</source>
        <translation>E&amp;xport</translation>
    </message>
    <message>
        <location filename="ui/controls/command_table.cpp"/>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <location filename="ui/controls/device_box.cpp"/>
        <source>What does the arithmetic</source>
        <translation>Was die Rechenarbeit macht</translation>
    </message>
    <message>
        <location filename="ui/controls/shortcuts.cpp"/>
        <source>One key, with or without Ctrl, Alt and Shift, is needed.</source>
        <translation>Es muss eine Taste sein, mit oder ohne Strg, Alt und Umschalt.</translation>
    </message>
    <message>
        <location filename="ui/controls/shortcuts.cpp"/>
        <source>This key has no name and can’t be a shortcut.</source>
        <translation>Diese Taste hat keinen Namen und kann kein Tastenkürzel sein.</translation>
    </message>
    <message>
        <location filename="ui/controls/shortcuts.cpp"/>
        <source>%1 moves between fields, confirms or opens a menu; it can’t be a shortcut.</source>
        <translation>%1 wechselt zwischen Feldern, bestätigt oder öffnet ein Menü und kann kein Tastenkürzel sein.</translation>
    </message>
    <message>
        <location filename="ui/controls/shortcuts.cpp"/>
        <source>%1 may open a menu; it can’t be a shortcut.</source>
        <translation>%1 kann ein Menü öffnen und kann kein Tastenkürzel sein.</translation>
    </message>
    <message>
        <location filename="ui/controls/shortcuts.cpp"/>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <location filename="ui/controls/shortcuts.cpp"/>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>This program was built without giflib</source>
        <translation>Dieses Programm wurde ohne giflib gebaut</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>A matrix, or all heads of it, can be seen over the training</source>
        <translation>Über das Training sieht man eine Matrix oder alle ihre Köpfe</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>The time machine has no two moments of this training</source>
        <translation>Die Zeitmaschine hat keine zwei Momente dieses Trainings</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>With the &amp;tokens</source>
        <translation>Mit den &amp;Token</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>A header row and a first column with the tokens; without them bare numbers</source>
        <translation>Eine Kopfzeile und eine erste Spalte mit den Token; ohne sie nur die Zahlen</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>&amp;What</source>
        <translation>&amp;Was</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>&amp;Format</source>
        <translation>&amp;Format</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>Of the time machine, evenly spread; 12 are seen in a second</source>
        <translation>Aus der Zeitmaschine, gleichmäßig verteilt; in einer Sekunde sieht man 12</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>&amp;Moments</source>
        <translation>&amp;Momente</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>Save as…</source>
        <translation>Speichern unter …</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>Copy the figure to the clipboard, as a picture and as SVG, and its numbers as a table</source>
        <translation>Kopiert die Abbildung in die Zwischenablage, als Bild und als SVG, und ihre Zahlen als Tabelle</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>PNG, a picture</source>
        <translation>PNG, ein Bild</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>SVG, vectors</source>
        <translation>SVG, Vektoren</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>PDF, vectors</source>
        <translation>PDF, Vektoren</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>TikZ, for LaTeX</source>
        <translation>TikZ, für LaTeX</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>CSV, numbers</source>
        <translation>CSV, Zahlen</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>NPY, numbers for NumPy</source>
        <translation>NPY, Zahlen für NumPy</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>GIF, over the training</source>
        <translation>GIF, über das Training</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>%L1 × %L2 pixels are more than a picture can have.</source>
        <translation>%L1 × %L2 Pixel sind mehr, als ein Bild haben kann.</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>No cell of this figure is large enough for a number</source>
        <translation>Keine Zelle dieser Abbildung ist groß genug für eine Zahl</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>%L1 × %L2 mm</source>
        <translation>%L1 × %L2 mm</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source> · %n moments</source>
        <translation><numerusform> · %n Moment</numerusform><numerusform> · %n Momente</numerusform></translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source> · %L1 × %L2 pixels</source>
        <translation> · %L1 × %L2 Pixel</translation>
    </message>
    <message>
        <location filename="ui/dialogs/export_dialog.cpp"/>
        <source>%1 files (*.%2)</source>
        <translation>%1-Dateien (*.%2)</translation>
    </message>
    <message>
        <location filename="ui/dialogs/form.cpp"/>
        <source>automatic (%L1)</source>
        <translation>automatisch (%L1)</translation>
    </message>
    <message>
        <location filename="ui/dialogs/form.cpp"/>
        <source>What runs now has %1, which is more than this field takes.</source>
        <translation>Was jetzt läuft, hat %1, und das ist mehr, als dieses Feld fasst.</translation>
    </message>
    <message>
        <location filename="ui/dialogs/help_dialog.cpp"/>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <location filename="ui/dialogs/help_dialog.cpp"/>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <location filename="ui/dialogs/help_dialog.cpp"/>
        <source>Keyboard…</source>
        <translation>Tastatur …</translation>
    </message>
    <message>
        <location filename="ui/dialogs/homework_dialog.cpp"/>
        <source>Homework</source>
        <translation>Hausaufgaben</translation>
    </message>
    <message>
        <location filename="ui/dialogs/homework_dialog.cpp"/>
        <source>Students write these functions in Python, and their numbers are compared with those of a small model that is trained for the folder. All of it stays on their machine.</source>
        <translation>Studierende schreiben diese Funktionen in Python, und ihre Zahlen werden mit denen eines kleinen Modells verglichen, das für den Ordner trainiert wird. Alles bleibt auf ihrem Rechner.</translation>
    </message>
    <message>
        <location filename="ui/dialogs/homework_dialog.cpp"/>
        <source>How to hand it out and check it</source>
        <translation>Wie man sie austeilt und prüft</translation>
    </message>
    <message>
        <location filename="ui/dialogs/homework_dialog.cpp"/>
        <source>Exercises</source>
        <translation>Übungen</translation>
    </message>
    <message>
        <location filename="ui/dialogs/homework_dialog.cpp"/>
        <source>Exercise</source>
        <translation>Übung</translation>
    </message>
    <message>
        <location filename="ui/dialogs/homework_dialog.cpp"/>
        <source>A student writes</source>
        <translation>Zu schreiben ist</translation>
    </message>
    <message>
        <location filename="ui/dialogs/homework_dialog.cpp"/>
        <source>Lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <location filename="ui/dialogs/homework_dialog.cpp"/>
        <source>all of these</source>
        <translation>all diese</translation>
    </message>
    <message>
        <location filename="ui/dialogs/homework_dialog.cpp"/>
        <source>several</source>
        <translation>mehrere</translation>
    </message>
    <message>
        <location filename="ui/dialogs/homework_dialog.cpp"/>
        <source>Of the model whose numbers the folder has: each student can have their own</source>
        <translation>Des Modells, dessen Zahlen der Ordner hat: Alle können ihre eigenen bekommen</translation>
    </message>
    <message>
        <location filename="ui/dialogs/homework_dialog.cpp"/>
        <source>S&amp;eed</source>
        <translation>S&amp;eed</translation>
    </message>
    <message>
        <location filename="ui/dialogs/homework_dialog.cpp"/>
        <source>&amp;With</source>
        <translation>&amp;Mit</translation>
    </message>
    <message>
        <location filename="ui/dialogs/homework_dialog.cpp"/>
        <source>Choose…</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <location filename="ui/dialogs/homework_dialog.cpp"/>
        <source>&amp;Folder</source>
        <translation>&amp;Ordner</translation>
    </message>
    <message>
        <location filename="ui/dialogs/homework_dialog.cpp"/>
        <source>&amp;Make the folder</source>
        <translation>Ordner &amp;anlegen</translation>
    </message>
    <message>
        <location filename="ui/dialogs/homework_dialog.cpp"/>
        <source>&amp;Open the folder</source>
        <translation>Ordner ö&amp;ffnen</translation>
    </message>
    <message>
        <location filename="ui/dialogs/homework_dialog.cpp"/>
        <source>In the window it is the step %1.</source>
        <translation>Im Fenster ist es die Operation %1.</translation>
    </message>
    <message>
        <location filename="ui/dialogs/homework_dialog.cpp"/>
        <source>Where the folder is made</source>
        <translation>Wo der Ordner angelegt wird</translation>
    </message>
    <message>
        <location filename="ui/dialogs/homework_dialog.cpp"/>
        <source>It is in %1: hand out the whole folder. In it, “python check.py” says how far a student is; “glassformer exercise collect” reads what comes back.</source>
        <translation>Sie liegt in %1: Teilen Sie den ganzen Ordner aus. Darin sagt „python check.py“, wie weit man ist; „glassformer exercise collect“ liest, was zurückkommt.</translation>
    </message>
    <message>
        <location filename="ui/dialogs/learn_dialog.cpp"/>
        <source>“%1” goes on learning from pairs of yours, with the weights that it has: its encoder reads the source, and its decoder learns to write the target.</source>
        <translation>„%1“ lernt aus Ihren Paaren weiter, mit den Gewichten, die es hat: Sein Encoder liest die Quelle, und sein Decoder lernt das Ziel schreiben.</translation>
    </message>
    <message>
        <location filename="ui/dialogs/learn_dialog.cpp"/>
        <source>“%1” goes on learning from a text of yours, with the weights that it has: some words of the text are hidden, and it learns to fill them in.</source>
        <translation>„%1“ lernt aus einem Text von Ihnen weiter, mit den Gewichten, die es hat: Einige Wörter des Textes werden verdeckt, und es lernt, sie einzusetzen.</translation>
    </message>
    <message>
        <location filename="ui/dialogs/learn_dialog.cpp"/>
        <source>“%1” goes on learning from what you have, with the weights that it has: to write on like a text, or to write what follows a source in pairs.</source>
        <translation>„%1“ lernt aus dem weiter, was Sie haben, mit den Gewichten, die es hat: wie ein Text weiterzuschreiben, oder in Paaren zu schreiben, was auf eine Eingabe folgt.</translation>
    </message>
    <message>
        <location filename="ui/dialogs/learn_dialog.cpp"/>
        <source>Train on pairs</source>
        <translation>Mit Paaren trainieren</translation>
    </message>
    <message>
        <location filename="ui/dialogs/learn_dialog.cpp"/>
        <source>Train on a text</source>
        <translation>Mit einem Text trainieren</translation>
    </message>
    <message>
        <location filename="ui/dialogs/learn_dialog.cpp"/>
        <source>What it learns from</source>
        <translation>Woraus es lernt</translation>
    </message>
    <message>
        <location filename="ui/dialogs/learn_dialog.cpp"/>
        <source>Pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <location filename="ui/dialogs/learn_dialog.cpp"/>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <location filename="ui/dialogs/learn_dialog.cpp"/>
        <source>a file of your own</source>
        <translation>eine eigene Datei</translation>
    </message>
    <message>
        <location filename="ui/dialogs/learn_dialog.cpp"/>
        <source>File to learn from</source>
        <translation>Datei, aus der gelernt wird</translation>
    </message>
    <message>
        <location filename="ui/dialogs/learn_dialog.cpp"/>
        <source>Comes with Glassformer, to try this task at once</source>
        <translation>Liegt Glassformer bei, um diese Aufgabe gleich auszuprobieren</translation>
    </message>
    <message>
        <location filename="ui/dialogs/learn_dialog.cpp"/>
        <source>Learns</source>
        <translation>Lernt</translation>
    </message>
    <message>
        <location filename="ui/dialogs/learn_dialog.cpp"/>
        <source>What training would cost</source>
        <translation>Was das Training kosten würde</translation>
    </message>
    <message>
        <location filename="ui/dialogs/learn_dialog.cpp"/>
        <source>A file to learn from</source>
        <translation>Eine Datei, aus der gelernt wird</translation>
    </message>
    <message>
        <location filename="ui/dialogs/learn_dialog.cpp"/>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <location filename="ui/dialogs/learn_dialog.cpp"/>
        <source>%L1 of %L2 weights learn · about %3 of memory</source>
        <translation>%L1 von %L2 Gewichten lernen · etwa %3 Speicher</translation>
    </message>
    <message>
        <location filename="ui/dialogs/new_model_dialog.cpp"/>
        <source>New model</source>
        <translation>Neues Modell</translation>
    </message>
    <message>
        <location filename="ui/dialogs/new_model_dialog.cpp"/>
        <source>What it learns</source>
        <translation>Was es lernt</translation>
    </message>
    <message>
        <location filename="ui/dialogs/new_model_dialog.cpp"/>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <location filename="ui/dialogs/new_model_dialog.cpp"/>
        <source>Paste lines…</source>
        <translation>Zeilen einfügen …</translation>
    </message>
    <message>
        <location filename="ui/dialogs/new_model_dialog.cpp"/>
        <source>How large it is</source>
        <translation>Wie groß es ist</translation>
    </message>
    <message>
        <location filename="ui/dialogs/new_model_dialog.cpp"/>
        <source>What runs now</source>
        <translation>Was gerade läuft</translation>
    </message>
    <message>
        <location filename="ui/dialogs/new_model_dialog.cpp"/>
        <source>Task and model of the open run.</source>
        <translation>Aufgabe und Modell des offenen Laufs.</translation>
    </message>
    <message>
        <location filename="ui/dialogs/new_model_dialog.cpp"/>
        <source>How it trains</source>
        <translation>Wie es trainiert</translation>
    </message>
    <message>
        <location filename="ui/dialogs/new_model_dialog.cpp"/>
        <source>Advanced</source>
        <translation>Erweitert</translation>
    </message>
    <message>
        <location filename="ui/dialogs/new_model_dialog.cpp"/>
        <source>Every setting of the model and its training</source>
        <translation>Alle Einstellungen des Modells und seines Trainings</translation>
    </message>
    <message>
        <location filename="ui/dialogs/new_model_dialog.cpp"/>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <location filename="ui/dialogs/new_model_dialog.cpp"/>
        <source>Backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <location filename="ui/dialogs/new_model_dialog.cpp"/>
        <source>What the model would cost</source>
        <translation>Was das Modell kosten würde</translation>
    </message>
    <message>
        <location filename="ui/dialogs/new_model_dialog.cpp"/>
        <source>The time is measured: the model is built, and a few training steps of it are run. The run that trains waits meanwhile, for a second or so.</source>
        <translation>Die Zeit ist gemessen: Das Modell wird gebaut und für einige Trainingsschritte ausprobiert. Der Lauf, der trainiert, wartet so lange, etwa eine Sekunde.</translation>
    </message>
    <message>
        <location filename="ui/dialogs/new_model_dialog.cpp"/>
        <source>Build and train</source>
        <translation>Bauen und trainieren</translation>
    </message>
    <message>
        <location filename="ui/dialogs/new_model_dialog.cpp"/>
        <source>Something has to be changed before this can be built.</source>
        <translation>Etwas muss geändert werden, bevor sich das bauen lässt.</translation>
    </message>
    <message>
        <location filename="ui/dialogs/new_model_dialog.cpp"/>
        <source>%L1 parameters · about %2 of memory</source>
        <translation>%L1 Parameter · etwa %2 Speicher</translation>
    </message>
    <message>
        <location filename="ui/dialogs/new_model_dialog.cpp"/>
        <source>trying out a few training steps…</source>
        <translation>einige Trainingsschritte werden ausprobiert …</translation>
    </message>
    <message>
        <location filename="ui/dialogs/new_model_dialog.cpp"/>
        <source>more than %1 per %L2 training steps on this computer</source>
        <translation>mehr als %1 für %L2 Trainingsschritte auf diesem Rechner</translation>
    </message>
    <message>
        <location filename="ui/dialogs/new_model_dialog.cpp"/>
        <source>about %1 per %L2 training steps on this computer</source>
        <translation>etwa %1 für %L2 Trainingsschritte auf diesem Rechner</translation>
    </message>
    <message>
        <location filename="ui/dialogs/own_data_dialog.cpp"/>
        <source>Own pairs</source>
        <translation>Eigene Paare</translation>
    </message>
    <message>
        <location filename="ui/dialogs/own_data_dialog.cpp"/>
        <source>Each line is one pair: what goes in, a tab, what should come out. Some pairs are kept aside to check on. Two columns copied from a table already have the tab; in the field below the Tab key writes one.</source>
        <translation>Jede Zeile ist ein Paar: was hineingeht, ein Tabulator, was herauskommen soll. Einige Paare werden zum Prüfen beiseitegelegt. Zwei Spalten, aus einer Tabelle kopiert, haben den Tabulator schon; im Feld darunter schreibt ihn die Tabulatortaste.</translation>
    </message>
    <message>
        <location filename="ui/dialogs/own_data_dialog.cpp"/>
        <source>the cat	die Katze
a dog	ein Hund
the dog	der Hund</source>
        <translation>die Katze	the cat
ein Hund	a dog
der Hund	the dog</translation>
    </message>
    <message>
        <location filename="ui/dialogs/own_data_dialog.cpp"/>
        <source>Own series</source>
        <translation>Eigene Reihe</translation>
    </message>
    <message>
        <location filename="ui/dialogs/own_data_dialog.cpp"/>
        <source>Each line is one moment, the columns are numbers that belong to it: from 24 lines the model learns to foretell 12, so there must be 48 or more. The last tenth is kept aside to check on. A first line may name the columns. Columns copied from a table already stand apart; otherwise a semicolon, a tab or a comma parts them.</source>
        <translation>Jede Zeile ist ein Zeitpunkt, die Spalten sind Zahlen dazu: Aus 24 Zeilen lernt das Modell 12 vorherzusagen, es müssen also 48 oder mehr sein. Das letzte Zehntel bleibt zum Prüfen beiseite. Eine erste Zeile darf die Spalten benennen. Aus einer Tabelle kopierte Spalten sind schon getrennt; sonst trennt sie ein Semikolon, ein Tabulator oder ein Komma.</translation>
    </message>
    <message>
        <location filename="ui/dialogs/own_data_dialog.cpp"/>
        <source>temperature;wind
11.5;3
12.1;2.5
12.8;4</source>
        <translation>Temperatur;Wind
11.5;3
12.1;2.5
12.8;4</translation>
    </message>
    <message>
        <location filename="ui/dialogs/own_data_dialog.cpp"/>
        <source>Own text</source>
        <translation>Eigener Text</translation>
    </message>
    <message>
        <location filename="ui/dialogs/own_data_dialog.cpp"/>
        <source>Any text will do, line by line or in one piece. The model learns to fill in characters that are hidden, one in seven; some of the text is kept aside to check on.</source>
        <translation>Jeder Text ist recht, Zeile für Zeile oder am Stück. Das Modell lernt, verborgene Zeichen zu ergänzen, jedes siebte; ein Teil des Textes wird zum Prüfen beiseitegelegt.</translation>
    </message>
    <message>
        <location filename="ui/dialogs/own_data_dialog.cpp"/>
        <source>Any text will do, line by line or in one piece. The model learns to say which character comes next; some of the text is kept aside to check on.</source>
        <translation>Jeder Text ist recht, Zeile für Zeile oder am Stück. Das Modell lernt zu sagen, welches Zeichen als Nächstes kommt; ein Teil des Textes wird zum Prüfen beiseitegelegt.</translation>
    </message>
    <message>
        <location filename="ui/dialogs/own_data_dialog.cpp"/>
        <source>In the evening the wind blows around the garden.
At night the gardener goes home to the garden.</source>
        <translation>Am Abend weht der Wind um den Garten.
In der Nacht geht der Gärtner heim in den Garten.</translation>
    </message>
    <message>
        <location filename="ui/dialogs/own_data_dialog.cpp"/>
        <source>has no tab between the two sides</source>
        <translation>hat keinen Tabulator zwischen den beiden Seiten</translation>
    </message>
    <message>
        <location filename="ui/dialogs/own_data_dialog.cpp"/>
        <source>has nothing before the tab</source>
        <translation>hat nichts vor dem Tabulator</translation>
    </message>
    <message>
        <location filename="ui/dialogs/own_data_dialog.cpp"/>
        <source>has nothing after the tab</source>
        <translation>hat nichts nach dem Tabulator</translation>
    </message>
    <message>
        <location filename="ui/dialogs/own_data_dialog.cpp"/>
        <source>Line %1, "%2", %3.</source>
        <translation>Zeile %1, „%2“, %3.</translation>
    </message>
    <message>
        <location filename="ui/dialogs/own_data_dialog.cpp"/>
        <source>At least two different sources are needed: one to learn from, one to check on.</source>
        <translation>Es braucht mindestens zwei verschiedene Quellen: eine zum Lernen, eine zum Prüfen.</translation>
    </message>
    <message>
        <location filename="ui/dialogs/own_data_dialog.cpp"/>
        <source>Your lines</source>
        <translation>Ihre Zeilen</translation>
    </message>
    <message>
        <location filename="ui/dialogs/own_data_dialog.cpp"/>
        <source>Paste or type your lines here</source>
        <translation>Hier eigene Zeilen einfügen oder tippen</translation>
    </message>
    <message>
        <location filename="ui/dialogs/own_data_dialog.cpp"/>
        <source>&amp;Learn from these lines</source>
        <translation>Aus diesen Zeilen &amp;lernen</translation>
    </message>
    <message>
        <location filename="ui/dialogs/own_data_dialog.cpp"/>
        <source>From a &amp;file…</source>
        <translation>Aus einer &amp;Datei…</translation>
    </message>
    <message>
        <location filename="ui/dialogs/own_data_dialog.cpp"/>
        <source>Texts and tables (*.txt *.tsv *.csv);;All files (*)</source>
        <translation>Texte und Tabellen (*.txt *.tsv *.csv);;Alle Dateien (*)</translation>
    </message>
    <message>
        <location filename="ui/dialogs/paper_form.cpp"/>
        <source>&amp;Numbers in the cells</source>
        <translation>&amp;Zahlen in den Zellen</translation>
    </message>
    <message>
        <location filename="ui/dialogs/paper_form.cpp"/>
        <source>The line below the figure; empty leaves it out</source>
        <translation>Die Zeile unter der Abbildung; leer lässt sie weg</translation>
    </message>
    <message>
        <location filename="ui/dialogs/paper_form.cpp"/>
        <source>A size of my own</source>
        <translation>Eine eigene Größe</translation>
    </message>
    <message>
        <location filename="ui/dialogs/paper_form.cpp"/>
        <source> mm</source>
        <translation> mm</translation>
    </message>
    <message>
        <location filename="ui/dialogs/paper_form.cpp"/>
        <source>The figure is as high as this width and its letters make it</source>
        <translation>Wie hoch die Abbildung wird, folgt aus dieser Breite und der Schrift</translation>
    </message>
    <message>
        <location filename="ui/dialogs/paper_form.cpp"/>
        <source>Font</source>
        <translation>Schriftart</translation>
    </message>
    <message>
        <location filename="ui/dialogs/paper_form.cpp"/>
        <source>Size of the letters</source>
        <translation>Größe der Schrift</translation>
    </message>
    <message>
        <location filename="ui/dialogs/paper_form.cpp"/>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <location filename="ui/dialogs/paper_form.cpp"/>
        <source>Of the labels, as printed</source>
        <translation>Der Beschriftung, wie gedruckt</translation>
    </message>
    <message>
        <location filename="ui/dialogs/paper_form.cpp"/>
        <source> dpi</source>
        <translation> dpi</translation>
    </message>
    <message>
        <location filename="ui/dialogs/paper_form.cpp"/>
        <source>Pixels per inch of a PNG or a GIF: 150 for a screen, 300 or more in print</source>
        <translation>Pixel je Zoll eines PNG oder GIF: 150 für den Bildschirm, 300 oder mehr für den Druck</translation>
    </message>
    <message>
        <location filename="ui/dialogs/paper_form.cpp"/>
        <source>&amp;Caption</source>
        <translation>&amp;Bildunterschrift</translation>
    </message>
    <message>
        <location filename="ui/dialogs/paper_form.cpp"/>
        <source>For</source>
        <translation>Für</translation>
    </message>
    <message>
        <location filename="ui/dialogs/paper_form.cpp"/>
        <source>W&amp;idth</source>
        <translation>B&amp;reite</translation>
    </message>
    <message>
        <location filename="ui/dialogs/paper_form.cpp"/>
        <source>Letters</source>
        <translation>Schrift</translation>
    </message>
    <message>
        <location filename="ui/dialogs/paper_form.cpp"/>
        <source>&amp;Resolution</source>
        <translation>&amp;Auflösung</translation>
    </message>
    <message>
        <location filename="ui/dialogs/paper_form.cpp"/>
        <source>Where the cells are large enough</source>
        <translation>Wo die Zellen groß genug sind</translation>
    </message>
    <message>
        <location filename="ui/dialogs/shortcuts_dialog.cpp"/>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <location filename="ui/dialogs/shortcuts_dialog.cpp"/>
        <source>Find a command or a key</source>
        <translation>Einen Befehl oder eine Taste finden</translation>
    </message>
    <message>
        <location filename="ui/dialogs/shortcuts_dialog.cpp"/>
        <source>&amp;Letters, signs and Space alone are shortcuts</source>
        <translation>&amp;Buchstaben, Zeichen und die Leertaste allein sind Tastenkürzel</translation>
    </message>
    <message>
        <location filename="ui/dialogs/shortcuts_dialog.cpp"/>
        <source>Switched off, typing does nothing by itself: for dictating, and for hands that hit keys by accident. Keys with Ctrl, function keys and arrows work all the same.</source>
        <translation>Abgeschaltet bewirkt Tippen allein nichts: zum Diktieren, und für Hände, die Tasten versehentlich treffen. Tasten mit Strg, Funktionstasten und Pfeile wirken weiterhin.</translation>
    </message>
    <message>
        <location filename="ui/dialogs/shortcuts_dialog.cpp"/>
        <source>Reset &amp;all</source>
        <translation>A&amp;lle zurücksetzen</translation>
    </message>
    <message>
        <location filename="ui/dialogs/shortcuts_dialog.cpp"/>
        <source>Give every command the keys that it had at first</source>
        <translation>Jedem Befehl die Tasten geben, die er zuerst hatte</translation>
    </message>
    <message>
        <location filename="ui/dialogs/shortcuts_dialog.cpp"/>
        <source>All commands and their keys</source>
        <translation>Alle Befehle und ihre Tasten</translation>
    </message>
    <message>
        <location filename="ui/dialogs/shortcuts_dialog.cpp"/>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <location filename="ui/dialogs/shortcuts_dialog.cpp"/>
        <source>Key</source>
        <translation>Taste</translation>
    </message>
    <message>
        <location filename="ui/dialogs/shortcuts_dialog.cpp"/>
        <source>At first</source>
        <translation>Zuerst</translation>
    </message>
    <message>
        <location filename="ui/dialogs/shortcuts_dialog.cpp"/>
        <source>The keys at first, where they were changed</source>
        <translation>Die Tasten, die es zuerst waren, wo sie geändert sind</translation>
    </message>
    <message>
        <location filename="ui/dialogs/shortcuts_dialog.cpp"/>
        <source>Second key</source>
        <translation>Zweite Taste</translation>
    </message>
    <message>
        <location filename="ui/dialogs/shortcuts_dialog.cpp"/>
        <source>&amp;Reset</source>
        <translation>&amp;Zurücksetzen</translation>
    </message>
    <message>
        <location filename="ui/dialogs/shortcuts_dialog.cpp"/>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <location filename="ui/dialogs/shortcuts_dialog.cpp"/>
        <source>Remove: %1</source>
        <translation>Entfernen: %1</translation>
    </message>
    <message>
        <location filename="ui/dialogs/shortcuts_dialog.cpp"/>
        <source>&amp;Take it over</source>
        <translation>Ü&amp;bernehmen</translation>
    </message>
    <message>
        <location filename="ui/dialogs/shortcuts_dialog.cpp"/>
        <source>%1 (off)</source>
        <translation>%1 (aus)</translation>
    </message>
    <message>
        <location filename="ui/dialogs/shortcuts_dialog.cpp"/>
        <source>Back to %1</source>
        <translation>Zurück zu %1</translation>
    </message>
    <message>
        <location filename="ui/dialogs/shortcuts_dialog.cpp"/>
        <source>%1 is the key of “%2”.</source>
        <translation>%1 ist die Taste von „%2“.</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>Source of the example</source>
        <translation>Quelle des Beispiels</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>Target of the example</source>
        <translation>Ziel des Beispiels</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>+ </source>
        <translation>+ </translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source> pad</source>
        <translation> pad</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>Extra padding</source>
        <translation>Zusätzliche Auffüllung</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>Shows this many &lt;pad&gt; tokens after each sequence, to see how the padding mask hides them</source>
        <translation>Hängt so viele &lt;pad&gt;-Token an jede Folge, damit man sieht, wie die Padding-Maske sie ausblendet</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>Another example that the model is never trained on</source>
        <translation>Ein anderes Beispiel, mit dem das Modell nie trainiert wird</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>Another example</source>
        <translation>Anderes Beispiel</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>Predicted</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>→ predicted</source>
        <translation>→ Vorhersage</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>x</source>
        <translation>x</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>y</source>
        <translation>y</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>value</source>
        <translation>Value</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>Draw…</source>
        <translation>Zeichnen …</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>Numbers…</source>
        <translation>Zahlen …</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>Draw the picture of the example by hand</source>
        <translation>Das Bild des Beispiels von Hand zeichnen</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>Change the numbers of the example one by one</source>
        <translation>Die Zahlen des Beispiels einzeln ändern</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>compare with</source>
        <translation>Vergleich mit</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>→ cosine</source>
        <translation>→ Kosinus</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>How alike the two sentences are to this model: the cosine of the means of their last rows, 1 for the same direction</source>
        <translation>Wie ähnlich die beiden Sätze diesem Modell sind: der Kosinus der Mittelwerte ihrer letzten Zeilen, 1 bei gleicher Richtung</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>a second sentence</source>
        <translation>ein zweiter Satz</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/example/example_bar.cpp"/>
        <source>%1 of %n next tokens right</source>
        <translation><numerusform>%1 von %n nächsten Token richtig</numerusform><numerusform>%1 von %n nächsten Token richtig</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/example/example_bar.cpp"/>
        <source>%1 of %n next characters right</source>
        <translation><numerusform>%1 von %n nächsten Zeichen richtig</numerusform><numerusform>%1 von %n nächsten Zeichen richtig</numerusform></translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>no target: rows of the prediction</source>
        <translation>kein Ziel: Zeilen der Vorhersage</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>no target</source>
        <translation>kein Ziel</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>✓ right</source>
        <translation>✓ richtig</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>≠ target · %1 × its length</source>
        <translation>≠ Ziel · %1-mal so lang</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>≠ target</source>
        <translation>≠ Ziel</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>After each beginning of the text, the model says what comes next; this is how often its likeliest guess is what stands there</source>
        <translation>Nach jedem Anfang des Textes sagt das Modell, was als Nächstes kommt; so oft steht dort, was es am ehesten erwartet</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>Nobody has said what is right for this source. The decoder reads its own answer, so there is no loss and there are no gradients; type a target to see whether the model finds it</source>
        <translation>Niemand hat gesagt, was zu dieser Quelle richtig ist. Der Decoder liest seine eigene Antwort, darum gibt es weder Verlust noch Gradienten; ein Ziel eingeben zeigt, ob das Modell es findet</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>Not the target itself, but as good: a round trip is as long the other way round</source>
        <translation>Nicht das Ziel selbst, aber ebenso gut: Eine Rundreise ist andersherum genauso lang</translation>
    </message>
    <message>
        <location filename="ui/example/example_bar.cpp"/>
        <source>Not all that is asked for is known; type the right target to see whether the model finds it</source>
        <translation>Nicht alles, wonach gefragt ist, ist bekannt; das richtige Ziel eingeben zeigt, ob das Modell es findet</translation>
    </message>
    <message>
        <location filename="ui/example/numbers_editor.cpp"/>
        <source>Numbers of the example</source>
        <translation>Zahlen des Beispiels</translation>
    </message>
    <message>
        <location filename="ui/example/numbers_editor.cpp"/>
        <source>Change a number, by its arrows or the wheel too: the answer follows.</source>
        <translation>Ändern Sie eine Zahl, auch mit ihren Pfeilen oder dem Mausrad: Die Antwort folgt.</translation>
    </message>
    <message>
        <location filename="ui/example/numbers_editor.cpp"/>
        <source>What stands in the field is no table of numbers.</source>
        <translation>Was im Feld steht, ist keine Tabelle von Zahlen.</translation>
    </message>
    <message>
        <location filename="ui/example/numbers_editor.cpp"/>
        <source>%1, row %2</source>
        <translation>%1, Zeile %2</translation>
    </message>
    <message>
        <location filename="ui/example/picture_editor.cpp"/>
        <source>circle</source>
        <translation>Kreis</translation>
    </message>
    <message>
        <location filename="ui/example/picture_editor.cpp"/>
        <source>square</source>
        <translation>Quadrat</translation>
    </message>
    <message>
        <location filename="ui/example/picture_editor.cpp"/>
        <source>triangle</source>
        <translation>Dreieck</translation>
    </message>
    <message>
        <location filename="ui/example/picture_editor.cpp"/>
        <source>cross</source>
        <translation>Kreuz</translation>
    </message>
    <message>
        <location filename="ui/example/picture_editor.cpp"/>
        <source>small</source>
        <translation>klein</translation>
    </message>
    <message>
        <location filename="ui/example/picture_editor.cpp"/>
        <source>medium</source>
        <translation>mittel</translation>
    </message>
    <message>
        <location filename="ui/example/picture_editor.cpp"/>
        <source>large</source>
        <translation>groß</translation>
    </message>
    <message>
        <location filename="ui/example/picture_editor.cpp"/>
        <source>red</source>
        <translation>rot</translation>
    </message>
    <message>
        <location filename="ui/example/picture_editor.cpp"/>
        <source>green</source>
        <translation>grün</translation>
    </message>
    <message>
        <location filename="ui/example/picture_editor.cpp"/>
        <source>blue</source>
        <translation>blau</translation>
    </message>
    <message>
        <location filename="ui/example/picture_editor.cpp"/>
        <source>yellow</source>
        <translation>gelb</translation>
    </message>
    <message>
        <location filename="ui/example/picture_editor.cpp"/>
        <source>purple</source>
        <translation>violett</translation>
    </message>
    <message>
        <location filename="ui/example/picture_editor.cpp"/>
        <source>cyan</source>
        <translation>türkis</translation>
    </message>
    <message>
        <location filename="ui/example/picture_editor.cpp"/>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <location filename="ui/example/picture_editor.cpp"/>
        <source>Picture of the example</source>
        <translation>Bild des Beispiels</translation>
    </message>
    <message>
        <location filename="ui/example/picture_editor.cpp"/>
        <source>Click to place a shape, drag to move it: the answer follows. A picture has at most %1 shapes.</source>
        <translation>Ein Klick setzt eine Form, Ziehen verschiebt sie: Die Antwort folgt. Ein Bild hat höchstens %1 Formen.</translation>
    </message>
    <message>
        <location filename="ui/example/picture_editor.cpp"/>
        <source>C&amp;lear</source>
        <translation>&amp;Leeren</translation>
    </message>
    <message>
        <location filename="ui/example/picture_editor.cpp"/>
        <source>Takes the chosen shape away</source>
        <translation>Nimmt die gewählte Form weg</translation>
    </message>
    <message>
        <location filename="ui/example/token_bars.cpp"/>
        <source>Probability of each predicted token</source>
        <translation>Wahrscheinlichkeit jedes vorhergesagten Tokens</translation>
    </message>
    <message>
        <location filename="ui/example/token_bars.cpp"/>
        <source>%1: %2 %</source>
        <translation>%1: %2 %</translation>
    </message>
    <message>
        <location filename="ui/example/token_bars.cpp"/>
        <source>“%1” with probability %2 %</source>
        <translation>„%1“ mit Wahrscheinlichkeit %2 %</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source>Explanation</source>
        <translation>Erklärung</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source>This cell</source>
        <translation>Diese Zelle</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source>This matrix</source>
        <translation>Diese Matrix</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source>Why √K</source>
        <translation>Warum √K</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source>Made from</source>
        <translation>Gemacht aus</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source>Used next by</source>
        <translation>Gebraucht von</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source>What is on the stage is explained here: its formula, what it is for, and every number in it.</source>
        <translation>Hier wird erklärt, was auf der Bühne steht: die Formel, wozu es da ist, und jede Zahl darin.</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source>Point at a cell to see how its number came to be; a click keeps it, {release} lets go. Then a click on one of its numbers goes to where that comes from.</source>
        <translation>Zeigen Sie auf eine Zelle, um zu sehen, wie ihre Zahl entsteht; ein Klick hält sie fest, {release} lässt los. Ein Klick auf eine ihrer Zahlen führt dann dorthin, woher diese kommt.</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source>computed here %1 · in the model %2</source>
        <translation>hier berechnet %1 · im Modell %2</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source>Changed by you; without any change it was %1.</source>
        <translation>Von Ihnen geändert; ganz ohne Änderung war es %1.</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source>Without your changes it was %1.</source>
        <translation>Ohne Ihre Änderungen war es %1.</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source> · all heads</source>
        <translation> · alle Köpfe</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source>smallest</source>
        <translation>kleinster Wert</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source>largest</source>
        <translation>größter Wert</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source>standard deviation</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source>%1 of %2 cells</source>
        <translation>%1 von %2 Zellen</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source>no cell: all of them may be seen</source>
        <translation>keine Zelle: alle dürfen gesehen werden</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source>not a number</source>
        <translation>keine Zahl</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source>mean entropy of a row</source>
        <translation>mittlere Entropie einer Zeile</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source>if uniform</source>
        <translation>bei Gleichverteilung</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source>ln %1 = %2</source>
        <translation>ln %1 = %2</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source>%1 (ln %2 … ln %3)</source>
        <translation>%1 (ln %2 … ln %3)</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source>a uniform guess</source>
        <translation>ohne Vorliebe geraten</translation>
    </message>
    <message>
        <location filename="ui/explain/explain_panel.cpp"/>
        <source>… and more</source>
        <translation>… und weitere</translation>
    </message>
    <message>
        <location filename="ui/explain/explanation_text.cpp"/>
        <source>(show fewer)</source>
        <translation>(weniger zeigen)</translation>
    </message>
    <message>
        <location filename="ui/explain/explanation_text.cpp"/>
        <source>Hidden by the causal mask: this key comes after the query.</source>
        <translation>Kausal maskiert: Dieser Key kommt nach der Query.</translation>
    </message>
    <message>
        <location filename="ui/explain/explanation_text.cpp"/>
        <source>Hidden by the padding mask: this key is only filler.</source>
        <translation>Als Padding maskiert: Dieser Key ist nur Auffüllung.</translation>
    </message>
    <message>
        <location filename="ui/explain/explanation_text.cpp"/>
        <source>Hidden by both masks: this key comes after the query, and it is only filler.</source>
        <translation>Kausal und als Padding maskiert: Dieser Key kommt nach der Query und ist nur Auffüllung.</translation>
    </message>
    <message>
        <location filename="ui/explain/explanation_text.cpp"/>
        <source>It has been chosen already, and each can be chosen once.</source>
        <translation>Schon gewählt, und jedes kann einmal gewählt werden.</translation>
    </message>
    <message>
        <location filename="ui/explain/explanation_text.cpp"/>
        <source>Hidden by the window: this key is further back than the query may look.</source>
        <translation>Vom Fenster maskiert: Dieser Key liegt weiter zurück, als die Query blicken darf.</translation>
    </message>
    <message>
        <location filename="ui/explain/explanation_text.cpp"/>
        <source>The %1 examples of the batch add up to this number: first what this one gives, then all the others together.</source>
        <translation>Die %1 Beispiele des Batches ergeben zusammen diese Zahl: zuerst der Anteil dieses Beispiels, dann der aller anderen.</translation>
    </message>
    <message>
        <location filename="ui/explain/explanation_text.cpp"/>
        <source>… %1 more like these …</source>
        <translation>… %1 weitere dieser Art …</translation>
    </message>
    <message>
        <location filename="ui/explain/explanation_text.cpp"/>
        <source>(show fewer lines)</source>
        <translation>(weniger Zeilen zeigen)</translation>
    </message>
    <message>
        <location filename="ui/explain/explanation_text.cpp"/>
        <source>… (%1 more, together %2) …</source>
        <translation>… (%1 weitere, zusammen %2) …</translation>
    </message>
    <message>
        <location filename="ui/explain/explanation_text.cpp"/>
        <source>… (%1 more, the largest %2) …</source>
        <translation>… (%1 weitere, der größte %2) …</translation>
    </message>
    <message>
        <location filename="ui/explain/formula_view.cpp"/>
        <source>Formula: %1</source>
        <translation>Formel: %1</translation>
    </message>
    <message>
        <location filename="ui/explain/score_words.cpp"/>
        <source>÷ √%1</source>
        <translation>÷ √%1</translation>
    </message>
    <message>
        <location filename="ui/explain/score_words.cpp"/>
        <source>undivided</source>
        <translation>ungeteilt</translation>
    </message>
    <message>
        <location filename="ui/explain/score_words.cpp"/>
        <source>q·k, head %1</source>
        <translation>q·k, Kopf %1</translation>
    </message>
    <message>
        <location filename="ui/explain/score_words.cpp"/>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <location filename="ui/explain/score_words.cpp"/>
        <source>theory</source>
        <translation>Theorie</translation>
    </message>
    <message>
        <location filename="ui/explain/score_words.cpp"/>
        <source>mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <location filename="ui/explain/score_words.cpp"/>
        <source>variance</source>
        <translation>Varianz</translation>
    </message>
    <message>
        <location filename="ui/explain/score_words.cpp"/>
        <source>variance of q·k/√%1 (÷ %1)</source>
        <translation>Varianz von q·k/√%1 (÷ %1)</translation>
    </message>
    <message>
        <location filename="ui/explain/score_words.cpp"/>
        <source>after the softmax</source>
        <translation>nach Softmax</translation>
    </message>
    <message>
        <location filename="ui/explain/score_words.cpp"/>
        <source>largest weight</source>
        <translation>größtes Gewicht</translation>
    </message>
    <message>
        <location filename="ui/explain/score_words.cpp"/>
        <source>gradient let through</source>
        <translation>durchgelassener Gradient</translation>
    </message>
    <message>
        <location filename="ui/explain/score_words.cpp"/>
        <source>K = %1, over %2 cells that may be seen. Were queries and keys independent, with means μ and variances σ²: variance σ_q²μ_k·μ_k + σ_k²μ_q·μ_q + Kσ_q²σ_k², which for one μ and σ is 2σ²μ·μ + Kσ⁴. Below, averages over rows: the largest weight, and Σ w(1 − w). In bold what this model does.</source>
        <translation>K = %1, über %2 Zellen, die gesehen werden dürfen. Wären Querys und Keys unabhängig, mit Mittelwerten μ und Varianzen σ²: Varianz σ_q²μ_k·μ_k + σ_k²μ_q·μ_q + Kσ_q²σ_k², bei einem μ und σ also 2σ²μ·μ + Kσ⁴. Darunter Mittel über die Zeilen: das größte Gewicht und Σ w(1 − w). Fett, was dieses Modell tut.</translation>
    </message>
    <message>
        <location filename="ui/figure/figure_file.cpp"/>
        <source>The scale of a figure must be above 0, not %1.</source>
        <translation>Der Maßstab eines Bildes muss über 0 liegen, nicht bei %1.</translation>
    </message>
    <message>
        <location filename="ui/figure/figure_file.cpp"/>
        <source>A figure of %1 pixels has no room for anything; ask for at least 1 × 1.</source>
        <translation>In einem Bild von %1 Pixeln hat nichts Platz; mindestens 1 × 1 muss es haben.</translation>
    </message>
    <message>
        <location filename="ui/figure/figure_file.cpp"/>
        <source>A figure of %1 pixels is too large to draw; at most 32000 on a side and 200 million in all. Ask for a smaller size or scale, or for SVG.</source>
        <translation>Ein Bild von %1 Pixeln ist zu groß zum Zeichnen; höchstens 32000 auf einer Seite und 200 Millionen im Ganzen sind möglich. Wählen Sie eine kleinere Größe oder einen kleineren Maßstab, oder SVG.</translation>
    </message>
    <message>
        <location filename="ui/figure/figure_file.cpp"/>
        <source>The picture could not be encoded as PNG; ask for a smaller size.</source>
        <translation>Das Bild ließ sich nicht als PNG schreiben; wählen Sie eine kleinere Größe.</translation>
    </message>
    <message>
        <location filename="ui/figure/figure_file.cpp"/>
        <source>This figure has no shapes of its own that TikZ could draw; ask for PDF or SVG.</source>
        <translation>Diese Abbildung hat keine eigenen Formen, die TikZ zeichnen könnte; nehmen Sie PDF oder SVG.</translation>
    </message>
    <message>
        <location filename="ui/figure/figure_file.cpp"/>
        <source>There is not enough memory for a picture of %1 pixels.</source>
        <translation>Für ein Bild von %1 Pixeln reicht der Speicher nicht.</translation>
    </message>
    <message>
        <location filename="ui/figure/figure_file.cpp"/>
        <source>'%1' cannot be written: %2. Choose another place or name.</source>
        <translation>„%1“ lässt sich nicht schreiben: %2. Wählen Sie einen anderen Ort oder Namen.</translation>
    </message>
    <message>
        <location filename="ui/figure/film.cpp"/>
        <source>training step %1 · loss %2</source>
        <translation>Trainingsschritt %1 · Verlust %2</translation>
    </message>
    <message>
        <location filename="ui/figure/film.cpp"/>
        <source>%1 moments of %2 × %3 pixels are %4 million in all, but at most %5 million are possible; take fewer moments, a smaller width or a lower resolution</source>
        <translation>%1 Momente zu %2 × %3 Pixeln sind zusammen %4 Millionen, möglich sind höchstens %5 Millionen; nehmen Sie weniger Momente, eine kleinere Breite oder eine niedrigere Auflösung</translation>
    </message>
    <message>
        <location filename="ui/figure/gif_file.cpp"/>
        <source>There is not enough memory for the GIF.</source>
        <translation>Für das GIF reicht der Speicher nicht.</translation>
    </message>
    <message>
        <location filename="ui/figure/gif_none.cpp"/>
        <source>This program was built without giflib, which GIF needs</source>
        <translation>Dieses Programm wurde ohne giflib gebaut, das für GIF nötig ist</translation>
    </message>
    <message>
        <location filename="ui/figure/heatmap_data.cpp"/>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <location filename="ui/figure/heatmap_data.cpp"/>
        <source>reads → writes</source>
        <translation>liest → schreibt</translation>
    </message>
    <message>
        <location filename="ui/figure/heatmap_data.cpp"/>
        <source>token</source>
        <translation>Token</translation>
    </message>
    <message>
        <location filename="ui/figure/heatmap_view.cpp"/>
        <source>Heatmap</source>
        <translation>Heatmap</translation>
    </message>
    <message>
        <location filename="ui/figure/heatmap_view.cpp"/>
        <source>Heatmap: %1</source>
        <translation>Heatmap: %1</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/figure/heatmap_view.cpp"/>
        <source>%n rows</source>
        <translation><numerusform>%n Zeile</numerusform><numerusform>%n Zeilen</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/figure/heatmap_view.cpp"/>
        <source>%n columns</source>
        <translation><numerusform>%n Spalte</numerusform><numerusform>%n Spalten</numerusform></translation>
    </message>
    <message>
        <location filename="ui/figure/heatmap_view.cpp"/>
        <source>Shown are rows %1 to %2 of %3 and columns %4 to %5 of %6.</source>
        <translation>Zu sehen sind die Zeilen %1 bis %2 von %3 und die Spalten %4 bis %5 von %6.</translation>
    </message>
    <message>
        <location filename="ui/figure/heatmap_view.cpp"/>
        <source>Click or drag here to look at another part.</source>
        <translation>Klicken oder ziehen Sie hier, um einen anderen Teil zu sehen.</translation>
    </message>
    <message>
        <location filename="ui/figure/heatmap_words.cpp"/>
        <source>hidden</source>
        <translation>maskiert</translation>
    </message>
    <message>
        <location filename="ui/figure/heatmap_words.cpp"/>
        <source>and %1 smaller</source>
        <translation>und %1 kleinere</translation>
    </message>
    <message>
        <location filename="ui/figure/heatmap_words.cpp"/>
        <source>row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <location filename="ui/figure/heatmap_words.cpp"/>
        <source>column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <location filename="ui/figure/heatmap_words.cpp"/>
        <source>changed by you</source>
        <translation>von Ihnen geändert</translation>
    </message>
    <message>
        <location filename="ui/figure/heatmap_words.cpp"/>
        <source>the row: %1</source>
        <translation>die Zeile: %1</translation>
    </message>
    <message>
        <location filename="ui/figure/heatmap_words.cpp"/>
        <source>Row %1, column %2: %3.</source>
        <translation>Zeile %1, Spalte %2: %3.</translation>
    </message>
    <message>
        <location filename="ui/figure/heatmap_words.cpp"/>
        <source>The row: %1.</source>
        <translation>Die Zeile: %1.</translation>
    </message>
    <message>
        <location filename="ui/figure/mask_hatch.cpp"/>
        <source>future</source>
        <translation>Zukunft</translation>
    </message>
    <message>
        <location filename="ui/figure/mask_hatch.cpp"/>
        <source>padding</source>
        <translation>Padding</translation>
    </message>
    <message>
        <location filename="ui/figure/mask_hatch.cpp"/>
        <source>hidden by the causal mask</source>
        <translation>kausal maskiert</translation>
    </message>
    <message>
        <location filename="ui/figure/mask_hatch.cpp"/>
        <source>hidden by the padding mask</source>
        <translation>als Padding maskiert</translation>
    </message>
    <message>
        <location filename="ui/figure/mask_hatch.cpp"/>
        <source>padding mask</source>
        <translation>Füllmaske</translation>
    </message>
    <message>
        <location filename="ui/figure/mask_hatch.cpp"/>
        <source>hidden by both masks</source>
        <translation>kausal und als Padding maskiert</translation>
    </message>
    <message>
        <location filename="ui/figure/mask_hatch.cpp"/>
        <source>both masks</source>
        <translation>beide Masken</translation>
    </message>
    <message>
        <location filename="ui/figure/mask_hatch.cpp"/>
        <source>already chosen</source>
        <translation>schon gewählt</translation>
    </message>
    <message>
        <location filename="ui/figure/mask_hatch.cpp"/>
        <source>outside the window</source>
        <translation>außerhalb des Fensters</translation>
    </message>
    <message>
        <location filename="ui/figure/mask_hatch.cpp"/>
        <source>window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <location filename="ui/figure/paper.cpp"/>
        <source>Letters of %1 pt need a width of at least %2 mm.</source>
        <translation>Eine Schrift von %1 pt braucht eine Breite von mindestens %2 mm.</translation>
    </message>
    <message>
        <location filename="ui/figure/paper.cpp"/>
        <source>One column of a paper</source>
        <translation>Eine Spalte eines Artikels</translation>
    </message>
    <message>
        <location filename="ui/figure/paper.cpp"/>
        <source>Both columns of a paper</source>
        <translation>Beide Spalten eines Artikels</translation>
    </message>
    <message>
        <location filename="ui/figure/paper.cpp"/>
        <source>A slide</source>
        <translation>Eine Folie</translation>
    </message>
    <message>
        <location filename="ui/figure/tikz_canvas.cpp"/>
        <source>So many cells are more than TeX can draw; ask for PDF or SVG.</source>
        <translation>So viele Zellen sind mehr, als TeX zeichnen kann; nehmen Sie PDF oder SVG.</translation>
    </message>
    <message>
        <location filename="ui/generation/attention_rows.cpp"/>
        <source>looks at the text so far</source>
        <translation>schaut auf den Text bis hier</translation>
    </message>
    <message>
        <location filename="ui/generation/attention_rows.cpp"/>
        <source>looks at the source</source>
        <translation>schaut auf die Quelle</translation>
    </message>
    <message>
        <location filename="ui/generation/attention_rows.cpp"/>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <location filename="ui/generation/attention_rows.cpp"/>
        <source>layer, head</source>
        <translation>Schicht, Kopf</translation>
    </message>
    <message>
        <location filename="ui/generation/attention_rows.cpp"/>
        <source>key</source>
        <translation>Key</translation>
    </message>
    <message>
        <location filename="ui/generation/attention_rows.cpp"/>
        <source>%1·%2</source>
        <translation>%1·%2</translation>
    </message>
    <message>
        <location filename="ui/generation/beam_tree.cpp"/>
        <source>Beam search as a tree</source>
        <translation>Strahlsuche als Baum</translation>
    </message>
    <message>
        <location filename="ui/generation/beam_tree.cpp"/>
        <source>“%1”
probability here %2
ln P of all tokens so far %3
%4</source>
        <translation>„%1“
Wahrscheinlichkeit hier %2
ln P aller Token bis hier %3
%4</translation>
    </message>
    <message>
        <location filename="ui/generation/beam_tree.cpp"/>
        <source>complete</source>
        <translation>vollständig</translation>
    </message>
    <message>
        <location filename="ui/generation/beam_tree.cpp"/>
        <source>kept</source>
        <translation>behalten</translation>
    </message>
    <message>
        <location filename="ui/generation/beam_tree.cpp"/>
        <source>dropped: others are more likely</source>
        <translation>verworfen: andere sind wahrscheinlicher</translation>
    </message>
    <message>
        <location filename="ui/generation/choice_bars.cpp"/>
        <source>“%1” %2</source>
        <translation>„%1“ %2</translation>
    </message>
    <message>
        <location filename="ui/generation/choice_bars.cpp"/>
        <source>Distribution of the next token</source>
        <translation>Verteilung des nächsten Tokens</translation>
    </message>
    <message>
        <location filename="ui/generation/choice_bars.cpp"/>
        <source>cut by top-k</source>
        <translation>weg durch Top-k</translation>
    </message>
    <message>
        <location filename="ui/generation/choice_bars.cpp"/>
        <source>cut by top-p</source>
        <translation>weg durch Top-p</translation>
    </message>
    <message>
        <location filename="ui/generation/choice_bars.cpp"/>
        <source>drawn with %1</source>
        <translation>gezogen mit %1</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>Generation, token by token</source>
        <translation>Erzeugung, Token für Token</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>◀ &amp;back</source>
        <translation>◀ &amp;zurück</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>&amp;next ▶</source>
        <translation>&amp;weiter ▶</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>The token before</source>
        <translation>Das Token davor</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>The next token</source>
        <translation>Das nächste Token</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>What has been written</source>
        <translation>Was geschrieben ist</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>greedy: the most likely</source>
        <translation>gierig: das wahrscheinlichste</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>drawn</source>
        <translation>gezogen</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>beam search</source>
        <translation>Strahlsuche</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>How the next token is chosen</source>
        <translation>Wie das nächste Token gewählt wird</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>α of log P / ((5 + length) / 6)^α (Wu et al. 2016), of a real model that of log P / length^α: 0 compares by probability alone, which favours short answers</source>
        <translation>α in log P / ((5 + Länge) / 6)^α (Wu et al. 2016), bei einem echten Modell in log P / Länge^α: 0 vergleicht nach der Wahrscheinlichkeit allein, was kurze Antworten bevorzugt</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>&amp;Draw again</source>
        <translation>&amp;Noch einmal ziehen</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>The same settings, other random numbers</source>
        <translation>Dieselben Einstellungen, andere Zufallszahlen</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>&amp;Choose</source>
        <translation>&amp;Wahl</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>&amp;temperature</source>
        <translation>&amp;Temperatur</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>top-&amp;k</source>
        <translation>Top-&amp;k</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>top-&amp;p</source>
        <translation>Top-&amp;p</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>&amp;width</source>
        <translation>&amp;Breite</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>&amp;length normalization α</source>
        <translation>&amp;Längennormierung α</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>&amp;Heads</source>
        <translation>&amp;Köpfe</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>the mean of each layer</source>
        <translation>das Mittel jeder Schicht</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>all %1</source>
        <translation>alle %1</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>Nothing has been written yet.</source>
        <translation>Noch ist nichts geschrieben.</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>Token %1 of %2 so far</source>
        <translation>Token %1 von bisher %2</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>Token %1 of %2</source>
        <translation>Token %1 von %2</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>%1: the random number %2 fell on &lt;eos&gt; (probability %3): the answer ends.</source>
        <translation>%1: Die Zufallszahl %2 fiel auf &lt;eos&gt; (Wahrscheinlichkeit %3): Die Antwort endet.</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>%1: the random number %2 fell on “%3” (probability %4). It is appended, and the model reads everything up to it.</source>
        <translation>%1: Die Zufallszahl %2 fiel auf „%3“ (Wahrscheinlichkeit %4). Es wird angehängt, und das Modell liest alles bis dahin.</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>%1: “%2” (probability %3) on the way to the best answer, “%4” with ln P = %5. Of all continuations the most likely are kept; numbers in the tree are ln P.</source>
        <translation>%1: „%2“ (Wahrscheinlichkeit %3) auf dem Weg zur besten Antwort, „%4“ mit ln P = %5. Von allen Fortsetzungen werden die wahrscheinlichsten behalten; die Zahlen im Baum sind ln P.</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>%1: &lt;eos&gt; is the most likely (%2): the answer ends.</source>
        <translation>%1: &lt;eos&gt; ist am wahrscheinlichsten (%2): Die Antwort endet.</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>%1: “%2” is the most likely (%3). It is appended, and the model reads everything up to it.</source>
        <translation>%1: „%2“ ist am wahrscheinlichsten (%3). Es wird angehängt, und das Modell liest alles bis dahin.</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>everything again for each token</source>
        <translation>alles noch einmal für jedes Token</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/generation/generation_view.cpp"/>
        <source>the encoder once (M = %n tokens), the text again</source>
        <translation><numerusform>der Encoder einmal (M = %n Token), der Text jedes Mal</numerusform><numerusform>der Encoder einmal (M = %n Token), der Text jedes Mal</numerusform></translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>the encoder once, and for each token one time step: the state is kept</source>
        <translation>den Encoder einmal, und für jedes Token einen Zeitschritt: Der Zustand wird behalten</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>for each token one time step: the state is kept</source>
        <translation>für jedes Token einen Zeitschritt: Der Zustand wird behalten</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>the encoder once, and for each token its own row alone: about M·N + N²/2 in each head, keys and values of the others are kept</source>
        <translation>der Encoder einmal und für jedes Token nur seine eigene Zeile: etwa M·N + N²/2 in jedem Kopf, Keys und Values der anderen werden aufgehoben</translation>
    </message>
    <message>
        <location filename="ui/generation/generation_view.cpp"/>
        <source>for each token its own row alone: about N²/2 in each head, keys and values of the others are kept</source>
        <translation>für jedes Token nur seine eigene Zeile: etwa N²/2 in jedem Kopf, Keys und Values der anderen werden aufgehoben</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/generation/generation_view.cpp"/>
        <source>Time steps of all layers for the first N = %n tokens:</source>
        <translation><numerusform>Zeitschritte aller Schichten für das erste Token (N = %n):</numerusform><numerusform>Zeitschritte aller Schichten für die ersten N = %n Token:</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/generation/generation_view.cpp"/>
        <source>Dot products q·k in all heads for the first N = %n tokens:</source>
        <translation><numerusform>Skalarprodukte q·k in allen Köpfen für das erste Token (N = %n):</numerusform><numerusform>Skalarprodukte q·k in allen Köpfen für die ersten N = %n Token:</numerusform></translation>
    </message>
    <message>
        <location filename="ui/generation/picture_rows.cpp"/>
        <source>What each word was read from</source>
        <translation>Woraus jedes Wort gelesen wurde</translation>
    </message>
    <message>
        <location filename="ui/glossary/glossary_dialog.cpp"/>
        <source>Glossary</source>
        <translation>Glossar</translation>
    </message>
    <message>
        <location filename="ui/glossary/glossary_dialog.cpp"/>
        <source>Find a term…</source>
        <translation>Begriff finden …</translation>
    </message>
    <message>
        <location filename="ui/glossary/glossary_dialog.cpp"/>
        <source>Find a term</source>
        <translation>Begriff finden</translation>
    </message>
    <message>
        <location filename="ui/glossary/glossary_dialog.cpp"/>
        <source>Terms</source>
        <translation>Begriffe</translation>
    </message>
    <message>
        <location filename="ui/glossary/glossary_dialog.cpp"/>
        <source>Definition</source>
        <translation>Erklärung</translation>
    </message>
    <message>
        <location filename="ui/glossary/glossary_dialog.cpp"/>
        <source>There is no term with “%1” in it.</source>
        <translation>Es gibt keinen Begriff mit „%1“.</translation>
    </message>
    <message>
        <location filename="ui/labs/ablation_lab.cpp"/>
        <source>This model has no heads that could be muted.</source>
        <translation>Dieses Modell hat keine Köpfe, die man stumm schalten könnte.</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/ablation_lab.cpp"/>
        <source>… and %n with less</source>
        <translation><numerusform>… und %n mit weniger</numerusform><numerusform>… und %n mit weniger</numerusform></translation>
    </message>
    <message>
        <location filename="ui/labs/ablation_lab.cpp"/>
        <source>Δ: what the loss grows by</source>
        <translation>Δ: um wie viel der Verlust wächst</translation>
    </message>
    <message>
        <location filename="ui/labs/ablation_lab.cpp"/>
        <source>pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <location filename="ui/labs/ablation_lab.cpp"/>
        <source>most first: %1</source>
        <translation>die meisten zuerst: %1</translation>
    </message>
    <message>
        <location filename="ui/labs/ablation_lab.cpp"/>
        <source>most first: Δ over the examples</source>
        <translation>die meisten zuerst: Δ über die Beispiele</translation>
    </message>
    <message>
        <location filename="ui/labs/ablation_lab.cpp"/>
        <source>%1 · %2: %3</source>
        <translation>%1 · %2: %3</translation>
    </message>
    <message>
        <location filename="ui/labs/ablation_lab.cpp"/>
        <source>Δ: what the loss grows by without both</source>
        <translation>Δ: um wie viel der Verlust ohne beide wächst</translation>
    </message>
    <message>
        <location filename="ui/labs/ablation_lab.cpp"/>
        <source>without %1 and %2: Δ = %3</source>
        <translation>ohne %1 und %2: Δ = %3</translation>
    </message>
    <message>
        <location filename="ui/labs/ablation_lab.cpp"/>
        <source>Loss %1 as it is; with what it says of another example in the place of %2 it is %3, the most of all.</source>
        <translation>Verlust %1, wie es ist; mit dem, was er bei einem anderen Beispiel sagt, anstelle von %2 ist er %3, am meisten von allen.</translation>
    </message>
    <message>
        <location filename="ui/labs/ablation_lab.cpp"/>
        <source>Loss %1 as it is; with its mean in the place of %2 it is %3, the most of all.</source>
        <translation>Verlust %1, wie es ist; mit seinem Mittelwert an der Stelle von %2 ist er %3, am meisten von allen.</translation>
    </message>
    <message>
        <location filename="ui/labs/ablation_lab.cpp"/>
        <source>Loss %1 as it is; without %2 it is %3, the most of all.</source>
        <translation>Verlust %1, wie es ist; ohne %2 ist er %3, am meisten von allen.</translation>
    </message>
    <message>
        <location filename="ui/labs/ablation_lab.cpp"/>
        <source>No token of this example has a right answer.</source>
        <translation>Kein Token dieses Beispiels hat eine richtige Antwort.</translation>
    </message>
    <message>
        <location filename="ui/labs/ablation_lab.cpp"/>
        <source>%1 keeps to a pattern most: %2, %3.</source>
        <translation>%1 folgt einem Muster am meisten: %2, %3.</translation>
    </message>
    <message>
        <location filename="ui/labs/ablation_lab.cpp"/>
        <source>Its mean in the place of %1 costs “%2” the most of all: %3 more.</source>
        <translation>Sein Mittelwert an der Stelle von %1 kostet „%2“ am meisten von allen: %3 mehr.</translation>
    </message>
    <message>
        <location filename="ui/labs/ablation_lab.cpp"/>
        <source>Zeros in the place of %1 cost “%2” the most of all: %3 more.</source>
        <translation>Nullen an der Stelle von %1 kosten „%2“ am meisten von allen: %3 mehr.</translation>
    </message>
    <message>
        <location filename="ui/labs/ablation_lab.cpp"/>
        <source>Loss %1 as it is; without %2 and %3 it is %4, the most of all pairs.</source>
        <translation>Verlust %1, wie es ist; ohne %2 und %3 ist er %4, am meisten von allen Paaren.</translation>
    </message>
    <message>
        <location filename="ui/labs/ablation_lab.cpp"/>
        <source>Loss %1.</source>
        <translation>Verlust %1.</translation>
    </message>
    <message>
        <location filename="ui/labs/ablation_lab.cpp"/>
        <source>Loss %1 as it is; with the identity for W_O of %2 it is %3, the most of all.</source>
        <translation>Verlust %1, wie es ist; mit der Einheitsmatrix für W_O von %2 ist er %3, am meisten von allen.</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/ablation_lab.cpp"/>
        <source>Of %1 heads, each alone, %n could go without the loss growing by a tenth.</source>
        <translation><numerusform>Von %1 Köpfen könnte, jeder für sich, %n gehen, ohne dass der Verlust um ein Zehntel wächst.</numerusform><numerusform>Von %1 Köpfen könnten, jeder für sich, %n gehen, ohne dass der Verlust um ein Zehntel wächst.</numerusform></translation>
    </message>
    <message>
        <location filename="ui/labs/attribution_lab.cpp"/>
        <source>biases</source>
        <translation>Biases</translation>
    </message>
    <message>
        <location filename="ui/labs/attribution_lab.cpp"/>
        <source>your changes</source>
        <translation>Ihre Änderungen</translation>
    </message>
    <message>
        <location filename="ui/labs/attribution_lab.cpp"/>
        <source>position</source>
        <translation>Position</translation>
    </message>
    <message>
        <location filename="ui/labs/attribution_lab.cpp"/>
        <source>layer %1, %2</source>
        <translation>Schicht %1, %2</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/attribution_lab.cpp"/>
        <source>… and %n more</source>
        <translation><numerusform>… und %n weiterer</numerusform><numerusform>… und %n weitere</numerusform></translation>
    </message>
    <message>
        <location filename="ui/labs/attribution_lab.cpp"/>
        <source>Row %1: the logit of “%2” less that of “%3” is %4.</source>
        <translation>Zeile %1: Der Logit von „%2“ minus den von „%3“ ist %4.</translation>
    </message>
    <message>
        <location filename="ui/labs/attribution_lab.cpp"/>
        <source>Row %1: the logit of “%2” is %3.</source>
        <translation>Zeile %1: Der Logit von „%2“ ist %3.</translation>
    </message>
    <message>
        <location filename="ui/labs/attribution_lab.cpp"/>
        <source>The bars add up to it, norms held at what they are; the largest is %1 (%2).</source>
        <translation>Die Balken ergeben zusammen genau das, Normen festgehalten, wie sie sind; der größte ist %1 (%2).</translation>
    </message>
    <message>
        <location filename="ui/labs/attribution_lab.cpp"/>
        <source>A mask hides this place: its logit is −∞, and no sum.</source>
        <translation>Eine Maske maskiert diese Stelle: Ihr Logit ist −∞ und keine Summe.</translation>
    </message>
    <message>
        <location filename="ui/labs/attribution_lab.cpp"/>
        <source>probabilities</source>
        <translation>Wahrscheinlichkeiten</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/code_lab.cpp"/>
        <source>this line computes %n steps</source>
        <translation><numerusform>diese Zeile berechnet %n Schritt</numerusform><numerusform>diese Zeile berechnet %n Schritte</numerusform></translation>
    </message>
    <message>
        <location filename="ui/labs/code_lab.cpp"/>
        <source>token %1, feature %2 (number %3 in memory)</source>
        <translation>Token %1, Merkmal %2 (Zahl %3 im Speicher)</translation>
    </message>
    <message>
        <location filename="ui/labs/code_lab.cpp"/>
        <source>head %1, token %2, feature %3 (number %4)</source>
        <translation>Kopf %1, Token %2, Merkmal %3 (Zahl %4)</translation>
    </message>
    <message>
        <location filename="ui/labs/code_lab.cpp"/>
        <source>The same numbers, in another order: point at one.</source>
        <translation>Dieselben Zahlen, anders geordnet: Zeigen Sie auf eine.</translation>
    </message>
    <message>
        <location filename="ui/labs/code_lab.cpp"/>
        <source>The listing is the forward pass; this step belongs to what follows it.</source>
        <translation>Das Programm ist der Vorwärtslauf; dieser Schritt gehört zu dem, was danach kommt.</translation>
    </message>
    <message>
        <location filename="ui/labs/code_lab.cpp"/>
        <source>Line %1 of %2</source>
        <translation>Zeile %1 von %2</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/code_lab.cpp"/>
        <source>runs %n times in a pass</source>
        <translation><numerusform>läuft einmal je Durchlauf</numerusform><numerusform>läuft %n-mal je Durchlauf</numerusform></translation>
    </message>
    <message>
        <location filename="ui/labs/code_lab.cpp"/>
        <source>%1 %2; loss.backward() goes back through it and finds this gradient.</source>
        <translation>%1 %2; loss.backward() geht durch sie zurück und findet diesen Gradienten.</translation>
    </message>
    <message>
        <location filename="ui/labs/code_lab.cpp"/>
        <source>%1 %2; here it makes %3 numbers, %4.</source>
        <translation>%1 %2; hier macht sie %3 Zahlen, %4.</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>scores and mixing: 2·M²·k</source>
        <translation>Scores und Mischen: 2·M²·k</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>W_Q, W_K, W_V, W_O: 4·M·k²</source>
        <translation>W_Q, W_K, W_V, W_O: 4·M·k²</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>recurrence: 6·M·k²</source>
        <translation>Rekurrenz: 6·M·k²</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>convolution of 3: 3·M·k²</source>
        <translation>Faltung über 3: 3·M·k²</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>mean, as here: M²·k + 2·M·k²</source>
        <translation>Mittelwert, wie hier: M²·k + 2·M·k²</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>feed-forward: 2·M·k·F</source>
        <translation>Feed-Forward: 2·M·k·F</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>Multiplications of one layer, in powers of ten</source>
        <translation>Multiplikationen einer Schicht, in Zehnerpotenzen</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>tokens M</source>
        <translation>Token M</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>M = 2k</source>
        <translation>M = 2k</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>At M = %1 and k = %2 scores and mixing take %3 multiplications a layer, the four projections %4</source>
        <translation>Bei M = %1 und k = %2 brauchen Scores und Mischen %3 Multiplikationen je Schicht, die vier Projektionen %4</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>%1: as many, for M = 2k.</source>
        <translation>%1: gleich viele, denn M = 2k.</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>%1: the square is not yet the price. It is from M = 2k = %2 on.</source>
        <translation>%1: Noch ist das Quadrat nicht der Preis. Das ist es ab M = 2k = %2.</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>%1: beyond M = 2k = %2 the square is the price.</source>
        <translation>%1: Jenseits von M = 2k = %2 ist das Quadrat der Preis.</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>encoder self-attention</source>
        <translation>Self-Attention des Encoders</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>decoder self-attention</source>
        <translation>Self-Attention des Decoders</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>feed-forward layers</source>
        <translation>Feed-Forward-Schichten</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>projections</source>
        <translation>Projektionen</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>mixing of tokens</source>
        <translation>Mischen der Token</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>recurrence</source>
        <translation>Rekurrenz</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>embedding</source>
        <translation>Embedding</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>%1 (%2 %)</source>
        <translation>%1 (%2 %)</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>reused</source>
        <translation>wiederverwendet</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>M = %1, N = %2</source>
        <translation>M = %1, N = %2</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>%1: another target for the same source takes %2 multiplications more; the encoder and what is made of it, %3, is reused.</source>
        <translation>%1: Ein anderes Ziel zur selben Quelle kostet %2 Multiplikationen mehr; der Encoder und was aus ihm gemacht ist, %3, wird wiederverwendet.</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>%1: a pass takes %2 multiplications, counted in the matrix products of the graph.</source>
        <translation>%1: Ein Durchlauf braucht %2 Multiplikationen, gezählt in den Matrixprodukten des Graphen.</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>%n moments</source>
        <translation><numerusform>%n Zeitpunkt</numerusform><numerusform>%n Zeitpunkte</numerusform></translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>Attention, two layers</source>
        <translation>Aufmerksamkeit, zwei Schichten</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>Recurrence, two layers</source>
        <translation>Rekurrenz, zwei Schichten</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source> A pass takes %1 here, with a recurrence in the place of attention %2.</source>
        <translation> Ein Durchlauf dauert hier %1, mit einer Rekurrenz an der Stelle der Aufmerksamkeit %2.</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>All %1 tokens of a layer of attention are computed at once, those of a recurrence one after the other. In this model a pass is at least %2 matrix products long, however many processors there are.</source>
        <translation>Alle %1 Token einer Schicht Aufmerksamkeit werden zugleich berechnet, die einer Rekurrenz nacheinander. In diesem Modell ist ein Durchlauf mindestens %2 Matrixprodukte lang, wie viele Prozessoren es auch gibt.</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>%1 kB</source>
        <translation>%1 kB</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>%1 GB</source>
        <translation>%1 GB</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>the whole anew</source>
        <translation>alles neu</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>one row, keys and values kept</source>
        <translation>eine Zeile, Keys und Values behalten</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>Multiplications of the last of N tokens, in powers of ten</source>
        <translation>Multiplikationen des letzten von N Token, in Zehnerpotenzen</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>tokens N</source>
        <translation>Token N</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>This model does not write token by token through attention alone.</source>
        <translation>Dieses Modell schreibt nicht Token für Token allein durch Aufmerksamkeit.</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>Token %1 takes %2 multiplications where the whole is computed anew, and %3 as one row that reads kept keys and values: %4 times fewer. They take %5 by then.</source>
        <translation>Token %1 braucht %2 Multiplikationen, wenn alles neu berechnet wird, und %3 als eine Zeile, die behaltene Keys und Values liest: %4-mal weniger. Die brauchen dann %5.</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>their gradients</source>
        <translation>deren Gradienten</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>the optimizer’s memory</source>
        <translation>das Gedächtnis des Optimierers</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>A step of training, batch %1: %2</source>
        <translation>Ein Trainingsschritt, Batch %1: %2</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>%n heads with keys of their own</source>
        <translation><numerusform>ein Kopf mit eigenen Keys</numerusform><numerusform>%n Köpfe mit eigenen Keys</numerusform></translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>this model</source>
        <translation>dieses Modell</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>Keys and values kept while it writes</source>
        <translation>Keys und Values, die beim Schreiben bleiben</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>At %n tokens: what a step of training holds, by the buffers of the processor’s program. Activations are what the forward pass keeps for the backward pass, and what is used again on the way.</source>
        <translation><numerusform>Bei einem Token: was ein Trainingsschritt hält, nach den Puffern im Programm des Prozessors. Aktivierungen sind, was der Vorwärtslauf für den Rückwärtslauf aufhebt und was unterwegs wiederverwendet wird.</numerusform><numerusform>Bei %n Token: was ein Trainingsschritt hält, nach den Puffern im Programm des Prozessors. Aktivierungen sind, was der Vorwärtslauf für den Rückwärtslauf aufhebt und was unterwegs wiederverwendet wird.</numerusform></translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>This model is too large to plan a step of training by the way.</source>
        <translation>Dieses Modell ist zu groß, um nebenbei einen Trainingsschritt zu planen.</translation>
    </message>
    <message>
        <location filename="ui/labs/cost_lab.cpp"/>
        <source>A model that writes keeps keys and values of every token.</source>
        <translation>Ein Modell, das schreibt, hebt Keys und Values jedes Tokens auf.</translation>
    </message>
    <message>
        <location filename="ui/labs/dictionary_lab.cpp"/>
        <source>swap values with key</source>
        <translation>Values tauschen mit Key</translation>
    </message>
    <message>
        <location filename="ui/labs/dictionary_lab.cpp"/>
        <source>The likeliest key and the key of this number get each other’s value; 0: none do</source>
        <translation>Der wahrscheinlichste Key und der mit dieser Nummer bekommen den Value des anderen; 0: keiner</translation>
    </message>
    <message>
        <location filename="ui/labs/dictionary_lab.cpp"/>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <location filename="ui/labs/dictionary_lab.cpp"/>
        <source>“%1” gives “%2” a weight of %3 at τ = %4. What comes out is the mix: %5 of its length away from the value of “%2” alone.</source>
        <translation>„%1“ gibt „%2“ bei τ = %4 ein Gewicht von %3. Heraus kommt die Mischung: %5 seiner Länge vom Value von „%2“ allein entfernt.</translation>
    </message>
    <message>
        <location filename="ui/labs/dictionary_lab.cpp"/>
        <source>“%1” and “%2” have each other’s value. No weight moved, for keys are what is looked up by; the result moved by %3.</source>
        <translation>„%1“ und „%2“ haben den Value des anderen. Kein Gewicht änderte sich, denn nachgeschlagen wird mit Keys; das Ergebnis rückte um %3.</translation>
    </message>
    <message>
        <location filename="ui/labs/dictionary_lab.cpp"/>
        <source>soft: a mix</source>
        <translation>weich: gemischt</translation>
    </message>
    <message>
        <location filename="ui/labs/dictionary_lab.cpp"/>
        <source>hard: one key</source>
        <translation>hart: ein Key</translation>
    </message>
    <message>
        <location filename="ui/labs/dictionary_lab.cpp"/>
        <source>Σ weight · value</source>
        <translation>Σ Gewicht · Value</translation>
    </message>
    <message>
        <location filename="ui/labs/dictionary_lab.cpp"/>
        <source>value of “%1”</source>
        <translation>Value von „%1“</translation>
    </message>
    <message>
        <location filename="ui/labs/dictionary_lab.cpp"/>
        <source>key “%1”: weight %2</source>
        <translation>Key „%1“: Gewicht %2</translation>
    </message>
    <message>
        <location filename="ui/labs/dictionary_lab.cpp"/>
        <source>query “%1”</source>
        <translation>Query „%1“</translation>
    </message>
    <message>
        <location filename="ui/labs/dictionary_lab.cpp"/>
        <source>keys: entries</source>
        <translation>Keys: Einträge</translation>
    </message>
    <message>
        <location filename="ui/labs/dictionary_lab.cpp"/>
        <source>keys</source>
        <translation>Keys</translation>
    </message>
    <message>
        <location filename="ui/labs/dictionary_lab.cpp"/>
        <source>weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <location filename="ui/labs/dictionary_lab.cpp"/>
        <source>values: what stands there</source>
        <translation>Values: was dort steht</translation>
    </message>
    <message>
        <location filename="ui/labs/dictionary_lab.cpp"/>
        <source>values</source>
        <translation>Values</translation>
    </message>
    <message>
        <location filename="ui/labs/dictionary_lab.cpp"/>
        <source>key “%1”</source>
        <translation>Key „%1“</translation>
    </message>
    <message>
        <location filename="ui/labs/dictionary_lab.cpp"/>
        <source>the rest: %1</source>
        <translation>der Rest: %1</translation>
    </message>
    <message>
        <location filename="ui/labs/dictionary_lab.cpp"/>
        <source>This query sees no key: there is nothing to look up.</source>
        <translation>Diese Query sieht keinen Key: Es gibt nichts nachzuschlagen.</translation>
    </message>
    <message>
        <location filename="ui/labs/fourier_lab.cpp"/>
        <source>frequency %1: %2 %</source>
        <translation>Frequenz %1: %2 %</translation>
    </message>
    <message>
        <location filename="ui/labs/fourier_lab.cpp"/>
        <source>turns, while the number goes once around</source>
        <translation>Umdrehungen, während die Zahl einmal herumgeht</translation>
    </message>
    <message>
        <location filename="ui/labs/fourier_lab.cpp"/>
        <source>%1 of %2 frequencies hold %3 % of what the embeddings of the numbers say</source>
        <translation>%1 von %2 Frequenzen halten %3 % dessen, was die Embeddings der Zahlen sagen</translation>
    </message>
    <message>
        <location filename="ui/labs/fourier_lab.cpp"/>
        <source>%1; %2 hold as much of the last hidden units, as the first number goes once around.</source>
        <translation>%1; %2 halten ebenso viel von den letzten verborgenen Einheiten, während die erste Zahl einmal herumgeht.</translation>
    </message>
    <message>
        <location filename="ui/labs/fourier_lab.cpp"/>
        <source>Dashed: equal shares.</source>
        <translation>Gestrichelt: gleiche Anteile.</translation>
    </message>
    <message>
        <location filename="ui/labs/fourier_lab.cpp"/>
        <source>Embeddings: share of the power</source>
        <translation>Embeddings: Anteil an der Leistung</translation>
    </message>
    <message>
        <location filename="ui/labs/fourier_lab.cpp"/>
        <source>Hidden units: share of the power</source>
        <translation>Verborgene Einheiten: Anteil an der Leistung</translation>
    </message>
    <message>
        <location filename="ui/labs/heads_lab.cpp"/>
        <source>%1
%2: %3</source>
        <translation>%1
%2: %3</translation>
    </message>
    <message>
        <location filename="ui/labs/heads_lab.cpp"/>
        <source>%1 nats</source>
        <translation>%1 nats</translation>
    </message>
    <message>
        <location filename="ui/labs/heads_lab.cpp"/>
        <source>No head of this model has such a key.</source>
        <translation>Kein Kopf dieses Modells hat einen solchen Key.</translation>
    </message>
    <message>
        <location filename="ui/labs/heads_lab.cpp"/>
        <source>%1 · %2 nats</source>
        <translation>%1 · %2 nats</translation>
    </message>
    <message>
        <location filename="ui/labs/heads_lab.cpp"/>
        <source>the other heads</source>
        <translation>die anderen Köpfe</translation>
    </message>
    <message>
        <location filename="ui/labs/heads_lab.cpp"/>
        <source>named from %1 on</source>
        <translation>benannt ab %1</translation>
    </message>
    <message>
        <location filename="ui/labs/heads_lab.cpp"/>
        <source>training steps</source>
        <translation>Trainingsschritte</translation>
    </message>
    <message>
        <location filename="ui/labs/heads_lab.cpp"/>
        <source>loss of a batch</source>
        <translation>Verlust eines Batches</translation>
    </message>
    <message>
        <location filename="ui/labs/heads_lab.cpp"/>
        <source>Train, and each remembered moment becomes a point.</source>
        <translation>Trainieren Sie, und jeder gemerkte Moment wird zu einem Punkt.</translation>
    </message>
    <message>
        <location filename="ui/labs/heads_lab.cpp"/>
        <source>%1: %2 at the beginning, %3 in the end, half way at step %4.</source>
        <translation>%1: %2 am Anfang, %3 am Ende, auf halbem Weg bei Schritt %4.</translation>
    </message>
    <message>
        <location filename="ui/labs/heads_lab.cpp"/>
        <source>%1: %2 at the beginning, %3 in the end, half way at step %4, with a loss of %5.</source>
        <translation>%1: %2 am Anfang, %3 am Ende, auf halbem Weg bei Schritt %4, mit einem Verlust von %5.</translation>
    </message>
    <message>
        <location filename="ui/labs/heads_lab.cpp"/>
        <source>what is left of “%1”</source>
        <translation>was von „%1“ bleibt</translation>
    </message>
    <message>
        <location filename="ui/labs/heads_lab.cpp"/>
        <source>queries</source>
        <translation>Querys</translation>
    </message>
    <message>
        <location filename="ui/labs/heads_lab.cpp"/>
        <source>%1: nothing is written before it reads.</source>
        <translation>%1: Bevor er liest, schreibt nichts.</translation>
    </message>
    <message>
        <location filename="ui/labs/heads_lab.cpp"/>
        <source>%1: %2 of “%3”. With the mean in the place of what %4 writes into its keys, and there alone, %5 is left.</source>
        <translation>%1: „%3“ %2. Steht allein in seinen Keys der Mittelwert dessen, was %4 schreibt, so bleiben %5.</translation>
    </message>
    <message>
        <location filename="ui/labs/heads_lab.cpp"/>
        <source>%1: %2 of “%3”. With the mean in the place of what %4 writes into its queries, and there alone, %5 is left.</source>
        <translation>%1: „%3“ %2. Steht allein in seinen Querys der Mittelwert dessen, was %4 schreibt, so bleiben %5.</translation>
    </message>
    <message>
        <location filename="ui/labs/heads_lab.cpp"/>
        <source>Of single heads most hangs on %1: %2.</source>
        <translation>Von einzelnen Köpfen hängt am meisten an %1: %2.</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/heads_lab.cpp"/>
        <source>Means over %n examples.</source>
        <translation><numerusform>Mittel über %n Beispiel.</numerusform><numerusform>Mittel über %n Beispiele.</numerusform></translation>
    </message>
    <message>
        <location filename="ui/labs/heads_lab.cpp"/>
        <source>%1 looks at most tokens at once: entropy %2 nats.</source>
        <translation>%1 blickt auf die meisten Token zugleich: Entropie %2 nats.</translation>
    </message>
    <message>
        <location filename="ui/labs/heads_lab.cpp"/>
        <source>%1 has the most, %2: by its weights a head for “%3”, which is a guess until it is muted.</source>
        <translation>%1 hat am meisten, %2: nach seinen Gewichten ein Kopf für „%3“; das bleibt eine Vermutung, bis er stummgeschaltet wird.</translation>
    </message>
    <message>
        <location filename="ui/labs/heads_lab.cpp"/>
        <source>%1 has the most, %2; a head is named from %3 on.</source>
        <translation>%1 hat am meisten, %2; benannt wird ein Kopf ab %3.</translation>
    </message>
    <message>
        <location filename="ui/labs/heads_lab.cpp"/>
        <source>Nothing is remembered of this training.</source>
        <translation>Von diesem Training ist nichts gemerkt.</translation>
    </message>
    <message>
        <location filename="ui/labs/lab_parts.cpp"/>
        <source>This model has no attention heads.</source>
        <translation>Dieses Modell hat keine Aufmerksamkeitsköpfe.</translation>
    </message>
    <message>
        <location filename="ui/labs/lab_parts.cpp"/>
        <source>%1 cross %2</source>
        <translation>%1 Kreuz %2</translation>
    </message>
    <message>
        <location filename="ui/labs/lab_parts.cpp"/>
        <source>%1 self %2</source>
        <translation>%1 Selbst %2</translation>
    </message>
    <message>
        <location filename="ui/labs/labs.cpp"/>
        <source>Labs try one run, and a difference of two is shown</source>
        <translation>Labore versuchen etwas an einem Lauf, und gezeigt wird die Differenz von zweien</translation>
    </message>
    <message>
        <location filename="ui/labs/labs.cpp"/>
        <source>Labs try the example, and a training step is walked through</source>
        <translation>Labore versuchen etwas am Beispiel, und gerade wird ein Trainingsschritt durchgegangen</translation>
    </message>
    <message>
        <location filename="ui/labs/length_lab.cpp"/>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <location filename="ui/labs/length_lab.cpp"/>
        <source>sinusoidal</source>
        <translation>sinusförmig</translation>
    </message>
    <message>
        <location filename="ui/labs/length_lab.cpp"/>
        <source>learned</source>
        <translation>gelernt</translation>
    </message>
    <message>
        <location filename="ui/labs/length_lab.cpp"/>
        <source>relative</source>
        <translation>relativ</translation>
    </message>
    <message>
        <location filename="ui/labs/length_lab.cpp"/>
        <source>rotary</source>
        <translation>rotierend</translation>
    </message>
    <message>
        <location filename="ui/labs/length_lab.cpp"/>
        <source>lengths of training</source>
        <translation>Längen des Trainings</translation>
    </message>
    <message>
        <location filename="ui/labs/length_lab.cpp"/>
        <source>Answers right to the last token</source>
        <translation>Antworten, richtig bis zum letzten Token</translation>
    </message>
    <message>
        <location filename="ui/labs/length_lab.cpp"/>
        <source>tokens of the source</source>
        <translation>Token der Quelle</translation>
    </message>
    <message>
        <location filename="ui/labs/length_lab.cpp"/>
        <source>%1 %2 %</source>
        <translation>%1 %2 %</translation>
    </message>
    <message>
        <location filename="ui/labs/length_lab.cpp"/>
        <source>No length beyond those of training was tried.</source>
        <translation>Es wurde keine Länge jenseits des Trainings erprobt.</translation>
    </message>
    <message>
        <location filename="ui/labs/length_lab.cpp"/>
        <source>Trained on up to %1 tokens of “%2”, right at %3 tokens: %4.</source>
        <translation>Trainiert mit bis zu %1 Token von „%2“, richtig bei %3 Token: %4.</translation>
    </message>
    <message>
        <location filename="ui/labs/lens_lab.cpp"/>
        <source>layer %1, the output</source>
        <translation>Schicht %1, die Ausgabe</translation>
    </message>
    <message>
        <location filename="ui/labs/lens_lab.cpp"/>
        <source>The likeliest word after each layer</source>
        <translation>Das wahrscheinlichste Wort nach jeder Schicht</translation>
    </message>
    <message>
        <location filename="ui/labs/lens_lab.cpp"/>
        <source>token that is read</source>
        <translation>gelesenes Token</translation>
    </message>
    <message>
        <location filename="ui/labs/lens_lab.cpp"/>
        <source>“%1” with %2</source>
        <translation>„%1“ mit %2</translation>
    </message>
    <message>
        <location filename="ui/labs/lens_lab.cpp"/>
        <source>%1, at “%2”</source>
        <translation>%1, bei „%2“</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/lens_lab.cpp"/>
        <source>%1 of %n tokens have the word of the output before the last layer already.</source>
        <translation><numerusform>%1 von einem Token hat das Wort der Ausgabe schon vor der letzten Schicht.</numerusform><numerusform>%1 von %n Token haben das Wort der Ausgabe schon vor der letzten Schicht.</numerusform></translation>
    </message>
    <message>
        <location filename="ui/labs/lens_lab.cpp"/>
        <source>Last comes “%1”, in %2, with %3.</source>
        <translation>Zuletzt kommt „%1“, in %2, mit %3.</translation>
    </message>
    <message>
        <location filename="ui/labs/linear_lab.cpp"/>
        <source>This model has no layer that mixes tokens at once.</source>
        <translation>Dieses Modell hat keine Schicht, die Token auf einmal mischt.</translation>
    </message>
    <message>
        <location filename="ui/labs/linear_lab.cpp"/>
        <source>%1: there are numbers that are none, so nothing can be compared.</source>
        <translation>%1: Es gibt Zahlen, die keine sind; so lässt sich nichts vergleichen.</translation>
    </message>
    <message>
        <location filename="ui/labs/linear_lab.cpp"/>
        <source>%1: %2 at most is left over, %3 % of the largest number, which is rounding. With these weights the layer is linear in what it mixes.</source>
        <translation>%1: Übrig bleibt höchstens %2, das sind %3 % der größten Zahl: Rundung. Mit diesen Gewichten ist die Schicht linear in dem, was sie mischt.</translation>
    </message>
    <message>
        <location filename="ui/labs/linear_lab.cpp"/>
        <source>%1: up to %2 is left over, %3 % of the largest number of αf(x) + βf(y). The weights are made of the input themselves, so a sum of inputs is not mixed like each of them.</source>
        <translation>%1: Übrig bleibt bis zu %2, das sind %3 % der größten Zahl von αf(x) + βf(y). Die Gewichte entstehen selbst aus der Eingabe; deshalb wird eine Summe von Eingaben nicht so gemischt wie jede von ihnen.</translation>
    </message>
    <message>
        <location filename="ui/labs/linear_lab.cpp"/>
        <source>what is left over</source>
        <translation>was übrig bleibt</translation>
    </message>
    <message>
        <location filename="ui/labs/padding_lab.cpp"/>
        <source>each alone</source>
        <translation>jedes allein</translation>
    </message>
    <message>
        <location filename="ui/labs/padding_lab.cpp"/>
        <source>−∞</source>
        <translation>−∞</translation>
    </message>
    <message>
        <location filename="ui/labs/padding_lab.cpp"/>
        <source>−10⁶</source>
        <translation>−10⁶</translation>
    </message>
    <message>
        <location filename="ui/labs/padding_lab.cpp"/>
        <source>no mask</source>
        <translation>ohne Maske</translation>
    </message>
    <message>
        <location filename="ui/labs/padding_lab.cpp"/>
        <source>With −∞ a query that sees no key at all has no weights: 0 everywhere, where a softmax by itself would give no number.</source>
        <translation>Mit −∞ hat eine Query, die gar keinen Key sieht, keine Gewichte: überall 0, wo ein Softmax von sich aus keine Zahl ergäbe.</translation>
    </message>
    <message>
        <location filename="ui/labs/padding_lab.cpp"/>
        <source>With −∞ padding gets 0 % of the weight.</source>
        <translation>Mit −∞ bekommt Auffüllung 0 % des Gewichts.</translation>
    </message>
    <message>
        <location filename="ui/labs/padding_lab.cpp"/>
        <source>With −10⁶ a query that sees no key at all weighs all alike: 1/%1 each, as if padding meant something.</source>
        <translation>Mit −10⁶ gewichtet eine Query, die gar keinen Key sieht, alle gleich: je 1/%1, als bedeute Auffüllung etwas.</translation>
    </message>
    <message>
        <location filename="ui/labs/padding_lab.cpp"/>
        <source>With −10⁶ padding gets %1 % of the weight.</source>
        <translation>Mit −10⁶ bekommt Auffüllung %1 % des Gewichts.</translation>
    </message>
    <message>
        <location filename="ui/labs/padding_lab.cpp"/>
        <source>Without a mask padding gets %1 % of the weight.</source>
        <translation>Ohne Maske bekommt Auffüllung %1 % des Gewichts.</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/padding_lab.cpp"/>
        <source>The mean loss of this example and of its first %n tokens, padded to one batch: %1 with −∞, %2 without a mask, and %3 of each alone.</source>
        <translation><numerusform>Der mittlere Verlust dieses Beispiels und seines ersten Tokens, in einem Batch aufgefüllt: %1 mit −∞, %2 ohne Maske, und %3 von jedem allein.</numerusform><numerusform>Der mittlere Verlust dieses Beispiels und seiner ersten %n Token, in einem Batch aufgefüllt: %1 mit −∞, %2 ohne Maske, und %3 von jedem allein.</numerusform></translation>
    </message>
    <message>
        <location filename="ui/labs/padding_lab.cpp"/>
        <source>this model has no attention, and so no keys that could be padding</source>
        <translation>dieses Modell hat keine Aufmerksamkeit, also auch keine Keys, die Auffüllung sein könnten</translation>
    </message>
    <message>
        <location filename="ui/labs/patch_lab.cpp"/>
        <source>all that follows</source>
        <translation>alles, was folgt</translation>
    </message>
    <message>
        <location filename="ui/labs/patch_lab.cpp"/>
        <source>not measured yet</source>
        <translation>noch nicht gemessen</translation>
    </message>
    <message>
        <location filename="ui/labs/patch_lab.cpp"/>
        <source>%1, %2, “%3”</source>
        <translation>%1, %2, „%3“</translation>
    </message>
    <message>
        <location filename="ui/labs/patch_lab.cpp"/>
        <source>%1: drag over cells to put them in</source>
        <translation>%1: ziehen Sie über Zellen, um sie einzusetzen</translation>
    </message>
    <message>
        <location filename="ui/labs/patch_lab.cpp"/>
        <source>%1: brings back %2 % of the other answer</source>
        <translation>%1: bringt %2 % der anderen Antwort zurück</translation>
    </message>
    <message>
        <location filename="ui/labs/patch_lab.cpp"/>
        <source>%1: moves ln P of the answer by %2</source>
        <translation>%1: ändert ln P der Antwort um %2</translation>
    </message>
    <message>
        <location filename="ui/labs/patch_lab.cpp"/>
        <source>Point at a cell, or drag over several of a row to put them in at once.</source>
        <translation>Zeigen Sie auf eine Zelle, oder ziehen Sie über mehrere einer Zeile, um sie zugleich einzusetzen.</translation>
    </message>
    <message>
        <location filename="ui/labs/patch_lab.cpp"/>
        <source>The cell %1 moves this answer most: with what is put in, its ln P changes by %2.</source>
        <translation>Die Zelle %1 bewegt diese Antwort am meisten: Mit dem, was eingesetzt wird, ändert sich ihr ln P um %2.</translation>
    </message>
    <message>
        <location filename="ui/labs/patch_lab.cpp"/>
        <source>The cell %1 carries most: put into this run, it brings back %2 % of the other answer (ln P %3 here, %4 there).</source>
        <translation>Die Zelle %1 trägt am meisten: In diesen Lauf eingesetzt, bringt sie %2 % der anderen Antwort zurück (ln P %3 hier, %4 dort).</translation>
    </message>
    <message>
        <location filename="ui/labs/patch_lab.cpp"/>
        <source>Behind the input the cell %1 carries most: put into this run, it brings back %2 % of the other answer (ln P %3 here, %4 there).</source>
        <translation>Hinter der Eingabe trägt die Zelle %1 am meisten: in diesen Lauf gesetzt bringt sie %2 % der anderen Antwort zurück (ln P hier %3, dort %4).</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/patch_lab.cpp"/>
        <source>Put in at once: all %n cells of %1.</source>
        <translation><numerusform>Zugleich eingesetzt: die eine Zelle von %1.</numerusform><numerusform>Zugleich eingesetzt: alle %n Zellen von %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/patch_lab.cpp"/>
        <source>Put in at once: %n cells of %1.</source>
        <translation><numerusform>Eingesetzt: eine Zelle von %1.</numerusform><numerusform>Zugleich eingesetzt: %n Zellen von %1.</numerusform></translation>
    </message>
    <message>
        <location filename="ui/labs/patch_lab.cpp"/>
        <source>That moves ln P of the answer by %1.</source>
        <translation>Das ändert ln P der Antwort um %1.</translation>
    </message>
    <message>
        <location filename="ui/labs/patch_lab.cpp"/>
        <source>That gives the other answer exactly: ln P %1, as in the other run (%2 without them).</source>
        <translation>Das ergibt genau die andere Antwort: ln P %1, wie im anderen Lauf (%2 ohne sie).</translation>
    </message>
    <message>
        <location filename="ui/labs/patch_lab.cpp"/>
        <source>That brings back %1 % of the other answer: ln P %2 with them, %3 without, %4 in the other run.</source>
        <translation>Das bringt %1 % der anderen Antwort zurück: ln P %2 mit ihnen, %3 ohne sie, %4 im anderen Lauf.</translation>
    </message>
    <message>
        <location filename="ui/labs/patch_lab.cpp"/>
        <source>Nothing of the kind reaches this head.</source>
        <translation>Nichts dergleichen erreicht diesen Kopf.</translation>
    </message>
    <message>
        <location filename="ui/labs/patch_lab.cpp"/>
        <source>The other one: %1</source>
        <translation>Das andere: %1</translation>
    </message>
    <message>
        <location filename="ui/labs/projection_lab.cpp"/>
        <source>this model has no step with several rows</source>
        <translation>dieses Modell hat keinen Schritt mit mehreren Zeilen</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/projection_lab.cpp"/>
        <source>%n rows along the two directions in which they differ most, which hold %1 and %2 % of their variance. Distances are at one scale; what else differs is not seen.</source>
        <translation><numerusform>Eine Zeile; ihre beiden Richtungen halten %1 und %2 % der Varianz.</numerusform><numerusform>%n Zeilen in den beiden Richtungen, in denen sie sich am meisten unterscheiden; diese halten %1 und %2 % ihrer Varianz. Abstände haben einen Maßstab; was sich sonst unterscheidet, ist nicht zu sehen.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/projection_lab.cpp"/>
        <source>Lines: their way over %n remembered moments.</source>
        <translation><numerusform>Linien: ihr Weg über einen gemerkten Augenblick.</numerusform><numerusform>Linien: ihr Weg über %n gemerkte Augenblicke.</numerusform></translation>
    </message>
    <message>
        <location filename="ui/labs/projection_lab.cpp"/>
        <source>Train, and each remembered moment becomes a point of a line.</source>
        <translation>Trainieren Sie, und jeder gemerkte Augenblick wird ein Punkt einer Linie.</translation>
    </message>
    <message>
        <location filename="ui/labs/rollout_lab.cpp"/>
        <source>through layer 1</source>
        <translation>durch Schicht 1</translation>
    </message>
    <message>
        <location filename="ui/labs/rollout_lab.cpp"/>
        <source>through layers 1 to %1</source>
        <translation>durch Schicht 1 bis %1</translation>
    </message>
    <message>
        <location filename="ui/labs/rollout_lab.cpp"/>
        <source>layer %1 alone</source>
        <translation>Schicht %1 allein</translation>
    </message>
    <message>
        <location filename="ui/labs/rollout_lab.cpp"/>
        <source>A guess from attention alone: of what reaches “%1”, %2 comes from “%3” (equal shares: %4). In the map of layer %5 by itself “%6” is the largest, with %7.</source>
        <translation>Eine Vermutung aus der Aufmerksamkeit allein: Von dem, was „%1“ erreicht, kommen %2 von „%3“ (gleiche Anteile: %4). In der Karte von Schicht %5 für sich ist „%6“ am größten, mit %7.</translation>
    </message>
    <message>
        <location filename="ui/labs/rotation_lab.cpp"/>
        <source>This model has neither sinusoidal nor rotary positions.</source>
        <translation>Dieses Modell hat weder sinusförmige noch rotierende Positionen.</translation>
    </message>
    <message>
        <location filename="ui/labs/rotation_lab.cpp"/>
        <source>The same R with k = %1 takes PE(p) to PE(p + %1) from every p: the largest error at %2 positions is %3. PE(p)·PE(p + %1) = %4 for each of them; %5 at k = 0.</source>
        <translation>Dasselbe R mit k = %1 führt von jedem p aus PE(p) zu PE(p + %1): Der größte Fehler an %2 Positionen ist %3. PE(p)·PE(p + %1) = %4 für jede davon; %5 bei k = 0.</translation>
    </message>
    <message>
        <location filename="ui/labs/rotation_lab.cpp"/>
        <source>block %1 of %2, ω = %3
(%4  %5)
(%6  %7)</source>
        <translation>Block %1 von %2, ω = %3
(%4  %5)
(%6  %7)</translation>
    </message>
    <message>
        <location filename="ui/labs/rotation_lab.cpp"/>
        <source>R: %1 of its %2 blocks, each turned by kω</source>
        <translation>R: %1 seiner %2 Blöcke, jeder dreht um kω</translation>
    </message>
    <message>
        <location filename="ui/labs/rotation_lab.cpp"/>
        <source>R: its %1 blocks, each turned by kω</source>
        <translation>R: seine %1 Blöcke, jeder dreht um kω</translation>
    </message>
    <message>
        <location filename="ui/labs/rotation_lab.cpp"/>
        <source>P · Pᵀ</source>
        <translation>P · Pᵀ</translation>
    </message>
    <message>
        <location filename="ui/labs/rotation_lab.cpp"/>
        <source>R with k = %1 turns from every position alike (largest error at %2: %3), so a score follows from the offset alone: “%4” and “%5” moved on together by 0 to %6 places keep theirs within %7.</source>
        <translation>R mit k = %1 dreht von jeder Position aus gleich (größter Fehler an %2: %3), also folgt ein Score aus dem Abstand allein: „%4“ und „%5“, gemeinsam um 0 bis %6 Plätze verschoben, behalten ihren bis auf %7.</translation>
    </message>
    <message>
        <location filename="ui/labs/saliency_lab.cpp"/>
        <source>random weights</source>
        <translation>Zufallsgewichte</translation>
    </message>
    <message>
        <location filename="ui/labs/saliency_lab.cpp"/>
        <source>Row %1: the logit of “%2” is %3, with zeros in the place of the embeddings %4.</source>
        <translation>Zeile %1: Der Logit von „%2“ ist %3, mit Nullen anstelle der Embeddings %4.</translation>
    </message>
    <message>
        <location filename="ui/labs/saliency_lab.cpp"/>
        <source>The bars add up to %1; the difference is %2.</source>
        <translation>Die Balken ergeben zusammen %1; die Differenz ist %2.</translation>
    </message>
    <message>
        <location filename="ui/labs/saliency_lab.cpp"/>
        <source>By rank they agree with the attention of this row (%1, mean over its heads) to %2.</source>
        <translation>Nach Rängen stimmen sie mit der Aufmerksamkeit dieser Zeile (%1, Mittelwert über die Köpfe) überein zu %2.</translation>
    </message>
    <message>
        <location filename="ui/labs/saliency_lab.cpp"/>
        <source>With random weights: %1.</source>
        <translation>Mit Zufallsgewichten: %1.</translation>
    </message>
    <message>
        <location filename="ui/labs/score_lab.cpp"/>
        <source>weights of %1</source>
        <translation>Gewichte von %1</translation>
    </message>
    <message>
        <location filename="ui/labs/score_lab.cpp"/>
        <source>self %1</source>
        <translation>Selbst %1</translation>
    </message>
    <message>
        <location filename="ui/labs/score_lab.cpp"/>
        <source>cross %1</source>
        <translation>Kreuz %1</translation>
    </message>
    <message>
        <location filename="ui/labs/score_lab.cpp"/>
        <source>ffn %1</source>
        <translation>FFN %1</translation>
    </message>
    <message>
        <location filename="ui/labs/score_lab.cpp"/>
        <source>part of the query</source>
        <translation>Teil der Query</translation>
    </message>
    <message>
        <location filename="ui/labs/score_lab.cpp"/>
        <source>part of the key</source>
        <translation>Teil des Keys</translation>
    </message>
    <message>
        <location filename="ui/labs/score_lab.cpp"/>
        <source>%1
%2 of the query, %3 of the key</source>
        <translation>%1
der Query: %2, des Keys: %3</translation>
    </message>
    <message>
        <location filename="ui/labs/score_lab.cpp"/>
        <source>“%1” asks “%2”: the cells add up to the score %3, norms held at what they are. The largest is %4: %5 of the query with %6 of the key.</source>
        <translation>„%1“ fragt „%2“: Die Zellen ergeben zusammen den Score %3, Normen festgehalten. Die größte ist %4, von der Query: %5, vom Key: %6.</translation>
    </message>
    <message>
        <location filename="ui/labs/series_lab.cpp"/>
        <source>This model foretells no numbers; one of the task “series” does.</source>
        <translation>Dieses Modell sagt keine Zahlen vorher; eines der Aufgabe „series“ tut es.</translation>
    </message>
    <message>
        <location filename="ui/labs/shuffle_lab.cpp"/>
        <source>Drag a token of the source, or move the chosen one with Shift and the arrow keys, for an order of your own</source>
        <translation>Für eine eigene Reihenfolge ein Token der Quelle ziehen oder das gewählte mit Umschalt und den Pfeiltasten verschieben</translation>
    </message>
    <message>
        <location filename="ui/labs/shuffle_lab.cpp"/>
        <source>reversed</source>
        <translation>umgekehrt</translation>
    </message>
    <message>
        <location filename="ui/labs/shuffle_lab.cpp"/>
        <source>as written</source>
        <translation>wie geschrieben</translation>
    </message>
    <message>
        <location filename="ui/labs/shuffle_lab.cpp"/>
        <source>as dragged</source>
        <translation>wie gezogen</translation>
    </message>
    <message>
        <location filename="ui/labs/shuffle_lab.cpp"/>
        <source>“%1”: drag it to another place</source>
        <translation>„%1“: an eine andere Stelle ziehen</translation>
    </message>
    <message>
        <location filename="ui/labs/shuffle_lab.cpp"/>
        <source>in the other order</source>
        <translation>in der anderen Reihenfolge</translation>
    </message>
    <message>
        <location filename="ui/labs/shuffle_lab.cpp"/>
        <source>largest difference: %1</source>
        <translation>größte Abweichung: %1</translation>
    </message>
    <message>
        <location filename="ui/labs/shuffle_lab.cpp"/>
        <source>Largest difference of each operation once its tokens are back at their places (log₁₀)</source>
        <translation>Größte Abweichung jeder Operation, nachdem ihre Token zurückgestellt sind (log₁₀)</translation>
    </message>
    <message>
        <location filename="ui/labs/shuffle_lab.cpp"/>
        <source>operations, in their order</source>
        <translation>Operationen, in ihrer Reihenfolge</translation>
    </message>
    <message>
        <location filename="ui/labs/shuffle_lab.cpp"/>
        <source>rounding</source>
        <translation>Rundung</translation>
    </message>
    <message>
        <location filename="ui/labs/shuffle_lab.cpp"/>
        <source>Every token stands where it was written. Drag one to another place.</source>
        <translation>Jedes Token steht, wo es geschrieben wurde. Ziehe eines an eine andere Stelle.</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/shuffle_lab.cpp"/>
        <source>Zero to the end: moved back, all %n operations give what they gave before, to rounding (%1 at most).</source>
        <translation><numerusform>Null bis zum Ende: zurückgestellt ergibt die eine Operation dasselbe wie zuvor, bis auf Rundung (höchstens %1).</numerusform><numerusform>Null bis zum Ende: zurückgestellt ergeben alle %n Operationen dasselbe wie zuvor, bis auf Rundung (höchstens %1).</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/shuffle_lab.cpp"/>
        <source>The first operation that differs is “%1”; moved back, %n of %2 differ, by %3 at most.</source>
        <translation><numerusform>Die erste Operation, die abweicht, ist „%1“; zurückgestellt weicht eine von %2 ab, um höchstens %3.</numerusform><numerusform>Die erste Operation, die abweicht, ist „%1“; zurückgestellt weichen %n von %2 ab, um höchstens %3.</numerusform></translation>
    </message>
    <message>
        <location filename="ui/labs/shuffle_lab.cpp"/>
        <source>the source has one token, which can't change places</source>
        <translation>die Quelle hat ein einziges Token, das den Platz nicht wechseln kann</translation>
    </message>
    <message>
        <location filename="ui/labs/shuffle_lab.cpp"/>
        <source>the source has %1 tokens; this is tried with %2 at most</source>
        <translation>die Quelle hat %1 Token; versucht wird das mit höchstens %2</translation>
    </message>
    <message>
        <location filename="ui/labs/sweep_lab.cpp"/>
        <source>Loss of the batches</source>
        <translation>Verlust der Batches</translation>
    </message>
    <message>
        <location filename="ui/labs/sweep_lab.cpp"/>
        <source>diverged at step %1</source>
        <translation>divergiert bei Schritt %1</translation>
    </message>
    <message>
        <location filename="ui/labs/sweep_lab.cpp"/>
        <source>Loss of the last batch, by %1</source>
        <translation>Verlust des letzten Batches, nach %1</translation>
    </message>
    <message>
        <location filename="ui/labs/sweep_lab.cpp"/>
        <source>After %1 steps the loss is least with %2 = %3: %4.</source>
        <translation>Nach %1 Schritten ist der Verlust am kleinsten mit %2 = %3: %4.</translation>
    </message>
    <message>
        <location filename="ui/labs/sweep_lab.cpp"/>
        <source>Each of these runs diverged.</source>
        <translation>Jeder dieser Läufe divergierte.</translation>
    </message>
    <message>
        <location filename="ui/labs/sweep_lab.cpp"/>
        <source>%1 % of its answers are right.</source>
        <translation>%1 % der Antworten sind richtig.</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/sweep_lab.cpp"/>
        <source>With %n of the values a run diverged (×).</source>
        <translation><numerusform>Mit %n Wert divergierte ein Lauf (×).</numerusform><numerusform>Mit %n Werten divergierte ein Lauf (×).</numerusform></translation>
    </message>
    <message>
        <location filename="ui/labs/tour_lab.cpp"/>
        <source>This model chooses no cities; one of the task “salesman” does.</source>
        <translation>Dieses Modell wählt keine Städte; eines der Aufgabe „salesman“ tut es.</translation>
    </message>
    <message>
        <location filename="ui/labs/unit_lab.cpp"/>
        <source>this model has no feed-forward layer</source>
        <translation>dieses Modell hat keine Feed-Forward-Schicht</translation>
    </message>
    <message>
        <location filename="ui/labs/unit_lab.cpp"/>
        <source>Examples that move it most</source>
        <translation>Beispiele, die sie am meisten bewegen</translation>
    </message>
    <message>
        <location filename="ui/labs/unit_lab.cpp"/>
        <source>One more of it adds to the logits</source>
        <translation>Eins mehr von ihr gibt den Logits dazu</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/labs/unit_lab.cpp"/>
        <source>Unit %1 of %2 is above 0 at %3 % of the tokens of %n examples.</source>
        <translation><numerusform>Einheit %1 von %2 liegt bei %3 % der Token eines Beispiels über 0.</numerusform><numerusform>Einheit %1 von %2 liegt bei %3 % der Token von %n Beispielen über 0.</numerusform></translation>
    </message>
    <message>
        <location filename="ui/labs/unit_lab.cpp"/>
        <source>Its row of W₂ goes straight to the logits, norms held as in row %1 and layers behind it left out.</source>
        <translation>Ihre Zeile von W₂ geht geradewegs zu den Logits, Normen gehalten wie in Zeile %1, spätere Schichten ausgelassen.</translation>
    </message>
    <message>
        <location filename="ui/labs/unit_lab.cpp"/>
        <source>No logits are made of its stream, so it makes no word likelier on its direct way.</source>
        <translation>Aus ihrem Strom entstehen keine Logits, also macht sie auf direktem Weg kein Wort wahrscheinlicher.</translation>
    </message>
    <message>
        <location filename="ui/labs/variance_lab.cpp"/>
        <source>Drawn, d = %1: mean %2 (theory: %3), variance %4 ± %5 (line: theory, %6; dashes: with a stray d, %7).</source>
        <translation>Gezogen, d = %1: Mittelwert %2 (Theorie: %3), Varianz %4 ± %5 (Linie: Theorie, %6; Striche: mit einem d zu viel, %7).</translation>
    </message>
    <message>
        <location filename="ui/labs/variance_lab.cpp"/>
        <source>Live: no score of %1 may be seen.</source>
        <translation>Live: Kein Score von %1 darf gesehen werden.</translation>
    </message>
    <message>
        <location filename="ui/labs/variance_lab.cpp"/>
        <source>Live, %1, d = K = %2: mean %3, variance %4 (line: with independent features, %5).</source>
        <translation>Live, %1, d = K = %2: Mittelwert %3, Varianz %4 (Linie: bei unabhängigen Merkmalen, %5).</translation>
    </message>
    <message>
        <location filename="ui/labs/variance_lab.cpp"/>
        <source>Models with other K: %1</source>
        <translation>Modelle mit anderem K: %1</translation>
    </message>
    <message>
        <location filename="ui/labs/variance_lab.cpp"/>
        <source>Trained anew for %1 steps: variance %2 at K = %3 (bars: mean ± deviation).</source>
        <translation>%1 Schritte neu trainiert: Varianz %2 bei K = %3 (Balken: Mittel ± Abweichung).</translation>
    </message>
    <message>
        <location filename="ui/labs/variance_lab.cpp"/>
        <source>d = %1
drawn: mean %2, variance %3 ± %4
theory: mean %5, variance %6
with the stray d: variance %7</source>
        <translation>d = %1
gezogen: Mittelwert %2, Varianz %3 ± %4
Theorie: Mittelwert %5, Varianz %6
mit dem d zu viel: Varianz %7</translation>
    </message>
    <message>
        <location filename="ui/labs/variance_lab.cpp"/>
        <source>live: mean %1, variance %2; independent: mean %3, variance %4</source>
        <translation>live: Mittelwert %1, Varianz %2; unabhängig: Mittelwert %3, Varianz %4</translation>
    </message>
    <message>
        <location filename="ui/labs/variance_lab.cpp"/>
        <source>trained anew: mean %1, variance %2</source>
        <translation>neu trainiert: Mittelwert %1, Varianz %2</translation>
    </message>
    <message>
        <location filename="ui/labs/variance_lab.cpp"/>
        <source>more than all heads have</source>
        <translation>mehr, als alle Köpfe haben</translation>
    </message>
    <message>
        <location filename="ui/labs/variance_lab.cpp"/>
        <source>%1, drawn</source>
        <translation>%1, gezogen</translation>
    </message>
    <message>
        <location filename="ui/labs/variance_lab.cpp"/>
        <source>%L1 pairs</source>
        <translation>%L1 Paare</translation>
    </message>
    <message>
        <location filename="ui/labs/variance_lab.cpp"/>
        <source>%1, live</source>
        <translation>%1, live</translation>
    </message>
    <message>
        <location filename="ui/labs/variance_lab.cpp"/>
        <source>%1, cut or joined</source>
        <translation>%1, gekürzt, verbunden</translation>
    </message>
    <message>
        <location filename="ui/labs/variance_lab.cpp"/>
        <source>gradient Σ w(1 − w)</source>
        <translation>Gradient Σ w(1 − w)</translation>
    </message>
    <message>
        <location filename="ui/labs/writing_lab.cpp"/>
        <source>This model writes no words one after the other.</source>
        <translation>Dieses Modell schreibt keine Wörter nacheinander.</translation>
    </message>
    <message>
        <location filename="ui/labs/writing_lab.cpp"/>
        <source>The right answer is not known here, so nothing can be called an error.</source>
        <translation>Die richtige Antwort ist hier nicht bekannt, also lässt sich nichts einen Fehler nennen.</translation>
    </message>
    <message>
        <location filename="ui/labs/writing_lab.cpp"/>
        <source>right</source>
        <translation>richtig</translation>
    </message>
    <message>
        <location filename="ui/labs/writing_lab.cpp"/>
        <source>forced: reads</source>
        <translation>gezwungen: liest</translation>
    </message>
    <message>
        <location filename="ui/labs/writing_lab.cpp"/>
        <source>says</source>
        <translation>sagt</translation>
    </message>
    <message>
        <location filename="ui/labs/writing_lab.cpp"/>
        <source>free: reads</source>
        <translation>frei: liest</translation>
    </message>
    <message>
        <location filename="ui/labs/writing_lab.cpp"/>
        <source>Token %1: %2</source>
        <translation>Token %1: %2</translation>
    </message>
    <message>
        <location filename="ui/labs/writing_lab.cpp"/>
        <source>forced: reads the right tokens</source>
        <translation>gezwungen: liest die richtigen Token</translation>
    </message>
    <message>
        <location filename="ui/labs/writing_lab.cpp"/>
        <source>free: reads its own</source>
        <translation>frei: liest die eigenen</translation>
    </message>
    <message>
        <location filename="ui/labs/writing_lab.cpp"/>
        <source>chance, 1/V</source>
        <translation>Zufall, 1/V</translation>
    </message>
    <message>
        <location filename="ui/labs/writing_lab.cpp"/>
        <source>Probability of the right token</source>
        <translation>Wahrscheinlichkeit des richtigen Tokens</translation>
    </message>
    <message>
        <location filename="ui/labs/writing_lab.cpp"/>
        <source>Reading the right tokens, %1 of %2 are right; reading its own, %3</source>
        <translation>Liest es die richtigen Token, sind %1 von %2 richtig; liest es die eigenen, %3</translation>
    </message>
    <message>
        <location filename="ui/labs/writing_lab.cpp"/>
        <source>%1: it never leaves the way that it was trained on.</source>
        <translation>%1: Es verlässt nie den Weg, den es im Training ging.</translation>
    </message>
    <message>
        <location filename="ui/labs/writing_lab.cpp"/>
        <source>%1. Its first error is token %2; what follows is read after it.</source>
        <translation>%1. Sein erster Fehler ist Token %2; was folgt, wird danach gelesen.</translation>
    </message>
    <message>
        <location filename="ui/language/axes.cpp"/>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <location filename="ui/language/axes.cpp"/>
        <source>one number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <location filename="ui/language/axes.cpp"/>
        <source>head</source>
        <translation>Kopf</translation>
    </message>
    <message>
        <location filename="ui/language/axes.cpp"/>
        <source>query</source>
        <translation>Query</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n queries</source>
        <translation><numerusform>%n Query</numerusform><numerusform>%n Querys</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n keys</source>
        <translation><numerusform>%n Key</numerusform><numerusform>%n Keys</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n tokens</source>
        <translation><numerusform>%n Token</numerusform><numerusform>%n Token</numerusform></translation>
    </message>
    <message>
        <location filename="ui/language/axes.cpp"/>
        <source>feature</source>
        <translation>Merkmal</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n features</source>
        <translation><numerusform>%n Merkmal</numerusform><numerusform>%n Merkmale</numerusform></translation>
    </message>
    <message>
        <location filename="ui/language/axes.cpp"/>
        <source>feature of the head</source>
        <translation>Merkmal des Kopfes</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n features of each head</source>
        <translation><numerusform>%n Merkmal jedes Kopfes</numerusform><numerusform>%n Merkmale jedes Kopfes</numerusform></translation>
    </message>
    <message>
        <location filename="ui/language/axes.cpp"/>
        <source>feature of the value</source>
        <translation>Merkmal des Values</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n features of each value</source>
        <translation><numerusform>%n Merkmal jedes Values</numerusform><numerusform>%n Merkmale jedes Values</numerusform></translation>
    </message>
    <message>
        <location filename="ui/language/axes.cpp"/>
        <source>hidden unit</source>
        <translation>verborgene Einheit</translation>
    </message>
    <message>
        <location filename="ui/language/axes.cpp"/>
        <source>unit</source>
        <translation>Einheit</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n hidden units</source>
        <translation><numerusform>%n verborgene Einheit</numerusform><numerusform>%n verborgene Einheiten</numerusform></translation>
    </message>
    <message>
        <location filename="ui/language/axes.cpp"/>
        <source>vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n words of the vocabulary</source>
        <translation><numerusform>%n Wort des Vokabulars</numerusform><numerusform>%n Wörter des Vokabulars</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n positions</source>
        <translation><numerusform>%n Position</numerusform><numerusform>%n Positionen</numerusform></translation>
    </message>
    <message>
        <location filename="ui/language/axes.cpp"/>
        <source>key − query</source>
        <translation>Key − Query</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n offsets</source>
        <translation><numerusform>%n Abstand</numerusform><numerusform>%n Abstände</numerusform></translation>
    </message>
    <message>
        <location filename="ui/language/axes.cpp"/>
        <source>bucket</source>
        <translation>Fach</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n buckets</source>
        <translation><numerusform>%n Fach</numerusform><numerusform>%n Fächer</numerusform></translation>
    </message>
    <message>
        <location filename="ui/language/axes.cpp"/>
        <source>feature of each neighbour</source>
        <translation>Merkmal jedes Nachbarn</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n features of neighbours</source>
        <translation><numerusform>%n Merkmal von Nachbarn</numerusform><numerusform>%n Merkmale von Nachbarn</numerusform></translation>
    </message>
    <message>
        <location filename="ui/language/axes.cpp"/>
        <source>gates</source>
        <translation>Gates</translation>
    </message>
    <message>
        <location filename="ui/language/axes.cpp"/>
        <source>number of the gates</source>
        <translation>Zahl der Gates</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n numbers for all gates</source>
        <translation><numerusform>%n Zahl für alle Gates</numerusform><numerusform>%n Zahlen für alle Gates</numerusform></translation>
    </message>
    <message>
        <location filename="ui/language/axes.cpp"/>
        <source>token type</source>
        <translation>Tokentyp</translation>
    </message>
    <message>
        <location filename="ui/language/axes.cpp"/>
        <source>type</source>
        <translation>Typ</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n token types</source>
        <translation><numerusform>%n Tokentyp</numerusform><numerusform>%n Tokentypen</numerusform></translation>
    </message>
    <message>
        <location filename="ui/language/axes.cpp"/>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n numbers in a row</source>
        <translation><numerusform>%n Zahl je Zeile</numerusform><numerusform>%n Zahlen je Zeile</numerusform></translation>
    </message>
    <message>
        <location filename="ui/language/axes.cpp"/>
        <source>index</source>
        <translation>Index</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/language/axes.cpp"/>
        <source>%n numbers</source>
        <translation><numerusform>%n Zahl</numerusform><numerusform>%n Zahlen</numerusform></translation>
    </message>
    <message>
        <location filename="ui/language/duration.cpp"/>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <location filename="ui/language/duration.cpp"/>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <location filename="ui/language/duration.cpp"/>
        <source>%1 h</source>
        <translation>%1 h</translation>
    </message>
    <message>
        <location filename="ui/language/language.cpp"/>
        <source>en</source>
        <comment>code of the language</comment>
        <extracomment>The code of the language that this is translated to, for example "de".</extracomment>
        <translation>de</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>after dropout</source>
        <translation>nach Dropout</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>vector v</source>
        <translation>Vektor v</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>%1 as computed</source>
        <translation>%1 wie berechnet</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>%1 changed</source>
        <translation>%1 geändert</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>time step %1</source>
        <translation>Zeitschritt %1</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>norm %1</source>
        <translation>Norm %1</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>final norm</source>
        <translation>letzte Norm</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>residual sum %1</source>
        <translation>Residualsumme %1</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Gradient · %1</source>
        <translation>Gradient · %1</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>%1, the part that comes through %2</source>
        <translation>%1, der Anteil über %2</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>∂L/∂ %1</source>
        <translation>∂L/∂ %1</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source> via %1</source>
        <translation> über %1</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Encoder</source>
        <translation>Encoder</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Decoder</source>
        <translation>Decoder</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Labels</source>
        <translation>Labels</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>self-attention</source>
        <translation>Selbstaufmerksamkeit</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>token mixer</source>
        <translation>Tokenmischer</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>queries q</source>
        <translation>Querys q</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>keys k</source>
        <translation>Keys k</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>values v</source>
        <translation>Values v</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>concatenated heads</source>
        <translation>verkettete Köpfe</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>before the activation</source>
        <translation>vor der Aktivierung</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>gate before the activation</source>
        <translation>Gate vor der Aktivierung</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>gate</source>
        <translation>Gate</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>what is let through</source>
        <translation>was durchgelassen wird</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>state before the first token</source>
        <translation>Zustand vor dem ersten Token</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>states of all time steps</source>
        <translation>Zustände aller Zeitschritte</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>cell before the first token</source>
        <translation>Zelle vor dem ersten Token</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>before the reset gate</source>
        <translation>vor dem Reset-Gate</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>reset gate r</source>
        <translation>Reset-Gate r</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>before the update gate</source>
        <translation>vor dem Update-Gate</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>update gate z</source>
        <translation>Update-Gate z</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>recalled</source>
        <translation>abgerufen</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>remembered</source>
        <translation>erinnert</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>before the candidate</source>
        <translation>vor dem Kandidaten</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>candidate n</source>
        <translation>Kandidat n</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>before the input gate</source>
        <translation>vor dem Input-Gate</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>input gate i</source>
        <translation>Input-Gate i</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>before the forget gate</source>
        <translation>vor dem Forget-Gate</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>forget gate f</source>
        <translation>Forget-Gate f</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>candidate g</source>
        <translation>Kandidat g</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>what is kept</source>
        <translation>was bleibt</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>what is new</source>
        <translation>was neu ist</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>kept and new</source>
        <translation>Bleibendes und Neues</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>cell c</source>
        <translation>Zelle c</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>before the output gate</source>
        <translation>vor dem Output-Gate</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>output gate o</source>
        <translation>Output-Gate o</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>tanh of the cell</source>
        <translation>tanh der Zelle</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>what is let out</source>
        <translation>was hinausgelassen wird</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>share of the new, 1 − z</source>
        <translation>Anteil des Neuen, 1 − z</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>state h</source>
        <translation>Zustand h</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>scores of all places</source>
        <translation>Scores aller Plätze</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>half of W_a for the state</source>
        <translation>Hälfte von W_a für den Zustand</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>half of W_a for the memory</source>
        <translation>Hälfte von W_a für das Gedächtnis</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>context c</source>
        <translation>Kontext c</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>side by side</source>
        <translation>nebeneinander</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>token ids</source>
        <translation>Token-Nummern</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>what is no padding</source>
        <translation>was keine Auffüllung ist</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>prediction</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>token types</source>
        <translation>Tokentypen</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>places</source>
        <translation>Plätze</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>embedding and token type</source>
        <translation>Embedding und Tokentyp</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>sum before the norm</source>
        <translation>Summe vor der Norm</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>transform</source>
        <translation>Umformung</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>transform after the activation</source>
        <translation>Umformung nach der Aktivierung</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>norm of the transform</source>
        <translation>Norm der Umformung</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>row of the first token</source>
        <translation>Zeile des ersten Tokens</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>pooled row</source>
        <translation>zusammengefasste Zeile</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Source embedding</source>
        <translation>Embedding der Quelle</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Target embedding</source>
        <translation>Embedding des Ziels</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Source position</source>
        <translation>Position der Quelle</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Target position</source>
        <translation>Position des Ziels</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Norm of all gradients</source>
        <translation>Norm aller Gradienten</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Clipping factor</source>
        <translation>Clipping-Faktor</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Learning rate η</source>
        <translation>Lernrate η</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Number of the training step t</source>
        <translation>Nummer des Trainingsschritts t</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>loss of each token</source>
        <translation>Verlust jedes Tokens</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>logits</source>
        <translation>Logits</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>scores</source>
        <translation>Scores</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>scaled</source>
        <translation>skaliert</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>turned queries q</source>
        <translation>gedrehte Querys q</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>turned keys k</source>
        <translation>gedrehte Keys k</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>norm of the queries</source>
        <translation>Norm der Querys</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>norm of the keys</source>
        <translation>Norm der Keys</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>1 + gain</source>
        <translation>1 + Verstärkung</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>keys k for all heads</source>
        <translation>Keys k für alle Köpfe</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>values v for all heads</source>
        <translation>Values v für alle Köpfe</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>position bias</source>
        <translation>Positions-Bias</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>bias of each bucket</source>
        <translation>Bias jedes Fachs</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>buckets of offsets</source>
        <translation>Fächer der Abstände</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>bias by offset</source>
        <translation>Bias nach Abstand</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>with positions</source>
        <translation>mit Positionen</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>masked</source>
        <translation>maskiert</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>heads</source>
        <translation>Köpfe</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>local part</source>
        <translation>lokaler Teil</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>mean of the tokens</source>
        <translation>Mittel der Token</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>global part</source>
        <translation>globaler Teil</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>windows</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>kernel K</source>
        <translation>Faltungskern K</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>gain</source>
        <translation>Gain</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>bias</source>
        <translation>Bias</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>number of tokens</source>
        <translation>Anzahl der Token</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Update of %1 · clipped gradient</source>
        <translation>Update von %1 · begrenzter Gradient</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>clipped ∂L/∂ %1</source>
        <translation>begrenzt: ∂L/∂ %1</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Update of %1 · gradient with decay</source>
        <translation>Update von %1 · Gradient mit Weight Decay</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>decayed ∂L/∂ %1</source>
        <translation>mit Decay: ∂L/∂ %1</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Update of %1 · mean gradient m</source>
        <translation>Update von %1 · mittlerer Gradient m</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>m of %1</source>
        <translation>m von %1</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Update of %1 · mean square v</source>
        <translation>Update von %1 · mittleres Quadrat v</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>v of %1</source>
        <translation>v von %1</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Update of %1 · momentum</source>
        <translation>Update von %1 · Momentum</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>momentum of %1</source>
        <translation>Momentum von %1</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Update of %1 · change Δ</source>
        <translation>Update von %1 · Änderung Δ</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Δ of %1</source>
        <translation>Δ von %1</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Update of %1 · new value</source>
        <translation>Update von %1 · neuer Wert</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>new %1</source>
        <translation>neues %1</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Memory of %1 · mean gradient m</source>
        <translation>Gedächtnis von %1 · mittlerer Gradient m</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>m before, of %1</source>
        <translation>m davor, von %1</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Memory of %1 · mean square v</source>
        <translation>Gedächtnis von %1 · mittleres Quadrat v</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>v before, of %1</source>
        <translation>v davor, von %1</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>Memory of %1 · momentum</source>
        <translation>Gedächtnis von %1 · Momentum</translation>
    </message>
    <message>
        <location filename="ui/language/titles.cpp"/>
        <source>momentum before, of %1</source>
        <translation>Momentum davor, von %1</translation>
    </message>
    <message>
        <location filename="ui/lesson/answer_list.cpp"/>
        <source>You said:</source>
        <translation>Sie sagten:</translation>
    </message>
    <message>
        <location filename="ui/lesson/course_list.cpp"/>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <location filename="ui/lesson/course_list.cpp"/>
        <source>✓ done</source>
        <translation>✓ fertig</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/lesson/course_list.cpp"/>
        <source>%1 of %n questions answered</source>
        <translation><numerusform>%1 von %n Frage beantwortet</numerusform><numerusform>%1 von %n Fragen beantwortet</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/lesson/course_list.cpp"/>
        <source>%n questions</source>
        <translation><numerusform>%n Frage</numerusform><numerusform>%n Fragen</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/lesson/course_list.cpp"/>
        <source>%n minutes · %1</source>
        <translation><numerusform>%n Minute · %1</numerusform><numerusform>%n Minuten · %1</numerusform></translation>
    </message>
    <message>
        <location filename="ui/lesson/course_list.cpp"/>
        <source>Done: </source>
        <translation>Fertig: </translation>
    </message>
    <message>
        <location filename="ui/lesson/course_list.cpp"/>
        <source>%1 of %2 lessons done</source>
        <translation>%1 von %2 Lektionen fertig</translation>
    </message>
    <message>
        <location filename="ui/lesson/experiment_card.cpp"/>
        <source>%1, fresh weights</source>
        <translation>%1, neue Gewichte</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/lesson/experiment_card.cpp"/>
        <source>%1, %n training steps</source>
        <translation><numerusform>%1, %n Trainingsschritt</numerusform><numerusform>%1, %n Trainingsschritte</numerusform></translation>
    </message>
    <message>
        <location filename="ui/lesson/experiment_card.cpp"/>
        <source>with the change</source>
        <translation>mit der Änderung</translation>
    </message>
    <message>
        <location filename="ui/lesson/experiment_card.cpp"/>
        <source>a random change of %1 to the weights of %2</source>
        <translation>eine zufällige Änderung von %1 an den Gewichten von %2</translation>
    </message>
    <message>
        <location filename="ui/lesson/experiment_card.cpp"/>
        <source>changed from the first step on</source>
        <translation>vom ersten Schritt an geändert</translation>
    </message>
    <message>
        <location filename="ui/lesson/experiment_card.cpp"/>
        <source>the lab %1</source>
        <translation>das Labor %1</translation>
    </message>
    <message>
        <location filename="ui/lesson/experiment_card.cpp"/>
        <source>%1 against %2</source>
        <translation>%1 gegen %2</translation>
    </message>
    <message>
        <location filename="ui/lesson/experiment_card.cpp"/>
        <source>This time not so: </source>
        <translation>Diesmal nicht: </translation>
    </message>
    <message>
        <location filename="ui/lesson/experiment_card.cpp"/>
        <source>Experiment</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <location filename="ui/lesson/experiment_card.cpp"/>
        <source>Try it</source>
        <translation>Ausprobieren</translation>
    </message>
    <message>
        <location filename="ui/lesson/experiment_card.cpp"/>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <location filename="ui/lesson/experiment_card.cpp"/>
        <source>Look at it:</source>
        <translation>Ansehen:</translation>
    </message>
    <message>
        <location filename="ui/lesson/experiment_card.cpp"/>
        <source>the model</source>
        <translation>das Modell</translation>
    </message>
    <message>
        <location filename="ui/lesson/experiment_card.cpp"/>
        <source>Show this model in the window</source>
        <translation>Dieses Modell im Fenster zeigen</translation>
    </message>
    <message>
        <location filename="ui/lesson/experiment_card.cpp"/>
        <source>Show the model %1 in the window</source>
        <translation>Das Modell %1 im Fenster zeigen</translation>
    </message>
    <message>
        <location filename="ui/lesson/experiment_card.cpp"/>
        <source>It opens when the question above is answered.</source>
        <translation>Er öffnet sich, wenn die Frage davor beantwortet ist.</translation>
    </message>
    <message>
        <location filename="ui/lesson/experiment_card.cpp"/>
        <source>It opens when the question on page %1 is answered.</source>
        <translation>Er öffnet sich, wenn die Frage auf Seite %1 beantwortet ist.</translation>
    </message>
    <message>
        <location filename="ui/lesson/experiment_card.cpp"/>
        <source>It is measured…</source>
        <translation>Es wird gemessen …</translation>
    </message>
    <message>
        <location filename="ui/lesson/experiment_card.cpp"/>
        <source>training step %1 of %2</source>
        <translation>Trainingsschritt %1 von %2</translation>
    </message>
    <message>
        <location filename="ui/lesson/experiment_card.cpp"/>
        <source>What came out:</source>
        <translation>Herausgekommen ist:</translation>
    </message>
    <message>
        <location filename="ui/lesson/lecture_dialog.cpp"/>
        <source>Pages of the lecture</source>
        <translation>Seiten der Vorlesung</translation>
    </message>
    <message>
        <location filename="ui/lesson/lecture_dialog.cpp"/>
        <source>Drag pages into another order; a double click or F2 names one anew.</source>
        <translation>Ziehen Sie Seiten in eine andere Reihenfolge; ein Doppelklick oder F2 benennt eine neu.</translation>
    </message>
    <message>
        <location filename="ui/lesson/lecture_dialog.cpp"/>
        <source>&amp;Up</source>
        <translation>Nach &amp;oben</translation>
    </message>
    <message>
        <location filename="ui/lesson/lecture_dialog.cpp"/>
        <source>&amp;Down</source>
        <translation>Nach &amp;unten</translation>
    </message>
    <message>
        <location filename="ui/lesson/lecture_dialog.cpp"/>
        <source>Re&amp;name</source>
        <translation>Umbe&amp;nennen</translation>
    </message>
    <message>
        <location filename="ui/lesson/lecture_dialog.cpp"/>
        <source>&amp;Take out</source>
        <translation>He&amp;rausnehmen</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_page.cpp"/>
        <source>The rest of the page comes with the experiment.</source>
        <translation>Der Rest der Seite kommt mit dem Versuch.</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_page.cpp"/>
        <source>The rest of the page comes with your answer.</source>
        <translation>Der Rest der Seite kommt mit der Antwort.</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>Page of the lesson</source>
        <translation>Seite der Lektion</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>&amp;Contents</source>
        <translation>&amp;Inhalt</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>All lessons</source>
        <translation>Alle Lektionen</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>Begin again</source>
        <translation>Von vorn</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>Forget what you said in this lesson, and begin it anew</source>
        <translation>Vergessen, was Sie in dieser Lektion gesagt haben, und sie neu beginnen</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>Take me there</source>
        <translation>Dorthin</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>Show again in the window what the page is about</source>
        <translation>Im Fenster wieder zeigen, wovon die Seite handelt</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>&amp;Page</source>
        <translation>&amp;Seite</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>Name, move, replace or remove this page of your file</source>
        <translation>Diese Seite Ihrer Datei benennen, verschieben, ersetzen oder entfernen</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>The page before</source>
        <translation>Die Seite davor</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>&amp;Next</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>The next page</source>
        <translation>Die nächste Seite</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>&amp;Name it anew…</source>
        <translation>Um&amp;benennen …</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>Move it &amp;up</source>
        <translation>Nach &amp;oben verschieben</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>Move it &amp;down</source>
        <translation>Nach &amp;unten verschieben</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>&amp;Show this view instead</source>
        <translation>Stattdessen &amp;diese Ansicht zeigen</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>&amp;Remove it</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>&amp;Undo the last change</source>
        <translation>Letzte Änderung &amp;zurücknehmen</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>The course</source>
        <translation>Der Kurs</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>%1: %2, page %3 of %4</source>
        <translation>%1: %2, Seite %3 von %4</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>%1 of %2 ready</source>
        <translation>%1 von %2 bereit</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>Models of the lesson’s scenes that are trained by now: those are shown at once</source>
        <translation>Modelle der Szenen dieser Lektion, die schon trainiert sind: Diese erscheinen sofort</translation>
    </message>
    <message>
        <location filename="ui/lesson/lesson_panel.cpp"/>
        <source>&amp;Done</source>
        <translation>&amp;Fertig</translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_bars.cpp"/>
        <source>What the room said</source>
        <translation>Was der Raum gesagt hat</translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_bars.cpp"/>
        <source>Right: </source>
        <translation>Richtig: </translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_bars.cpp"/>
        <source>%1: %2 before, %3 after.</source>
        <translation>%1: %2 vorher, %3 nachher.</translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_bars.cpp"/>
        <source>before</source>
        <comment>the experiment</comment>
        <translation>vorher</translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_bars.cpp"/>
        <source>after</source>
        <comment>the experiment</comment>
        <translation>nachher</translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_dialog.cpp"/>
        <source>&amp;Mark the right answer</source>
        <translation>Die richtige Antwort &amp;markieren</translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_dialog.cpp"/>
        <source>The room: %1</source>
        <translation>Der Raum: %1</translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_dialog.cpp"/>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_dialog.cpp"/>
        <source>&amp;Open students’ files</source>
        <translation>Dateien der Lernenden ö&amp;ffnen</translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_dialog.cpp"/>
        <source>Count the answers that students saved on their machines</source>
        <translation>Die Antworten zählen, die Lernende auf ihren Rechnern gespeichert haben</translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_dialog.cpp"/>
        <source>As said &amp;before…</source>
        <translation>Als &amp;vorher gesagt …</translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_dialog.cpp"/>
        <source>As said &amp;after…</source>
        <translation>Als &amp;nachher gesagt …</translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_dialog.cpp"/>
        <source>Save as &amp;CSV…</source>
        <translation>Als &amp;CSV speichern …</translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_dialog.cpp"/>
        <source>A line for each answer, with how many chose it</source>
        <translation>Eine Zeile je Antwort, mit der Zahl derer, die sie gewählt haben</translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_dialog.cpp"/>
        <source>Count a&amp;new…</source>
        <translation>&amp;Neu zählen …</translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_dialog.cpp"/>
        <source>Forget what was counted for all questions of the lesson</source>
        <translation>Vergessen, was zu allen Fragen der Lektion gezählt wurde</translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_dialog.cpp"/>
        <source>Count &amp;mine</source>
        <translation>Me&amp;ine mitzählen</translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_dialog.cpp"/>
        <source>Count what was said in this window as one person’s answers, before the experiment</source>
        <translation>Was in diesem Fenster gesagt wurde, als die Antworten einer Person vor dem Versuch mitzählen</translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_dialog.cpp"/>
        <source>Hands before</source>
        <translation>Hände vorher</translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_dialog.cpp"/>
        <source>Hands after</source>
        <translation>Hände nachher</translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_dialog.cpp"/>
        <source>%1 answers before, %2 after</source>
        <translation>%1 Antworten vorher, %2 nachher</translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_dialog.cpp"/>
        <source>Open students’ files</source>
        <translation>Dateien der Lernenden öffnen</translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_dialog.cpp"/>
        <source>Answers (*.json);;All files (*)</source>
        <translation>Antworten (*.json);;Alle Dateien (*)</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/lesson/poll_dialog.cpp"/>
        <source>and %n more</source>
        <translation><numerusform>und %n weitere</numerusform><numerusform>und %n weitere</numerusform></translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_dialog.cpp"/>
        <source>Forget all that was counted in this lesson?</source>
        <translation>Alles vergessen, was in dieser Lektion gezählt wurde?</translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_dialog.cpp"/>
        <source>Forget it</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <location filename="ui/lesson/poll_dialog.cpp"/>
        <source>Save what the room said</source>
        <translation>Speichern, was der Raum gesagt hat</translation>
    </message>
    <message>
        <location filename="ui/lesson/question_card.cpp"/>
        <source>Find it in the window</source>
        <translation>Finden Sie es im Fenster</translation>
    </message>
    <message>
        <location filename="ui/lesson/question_card.cpp"/>
        <source>Why?</source>
        <translation>Warum?</translation>
    </message>
    <message>
        <location filename="ui/lesson/question_card.cpp"/>
        <source>What do you expect?</source>
        <translation>Was erwarten Sie?</translation>
    </message>
    <message>
        <location filename="ui/lesson/question_card.cpp"/>
        <source>A good answer:</source>
        <translation>Eine gute Antwort:</translation>
    </message>
    <message>
        <location filename="ui/lesson/question_card.cpp"/>
        <source>Right.</source>
        <translation>Richtig.</translation>
    </message>
    <message>
        <location filename="ui/lesson/question_card.cpp"/>
        <source>It is otherwise.</source>
        <translation>Es ist anders.</translation>
    </message>
    <message>
        <location filename="ui/lesson/question_card.cpp"/>
        <source>That is my answer</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <location filename="ui/lesson/question_card.cpp"/>
        <source>For good: what comes out then stands beside it</source>
        <translation>Endgültig: Was herauskommt, steht dann daneben</translation>
    </message>
    <message>
        <location filename="ui/lesson/question_card.cpp"/>
        <source>in your own words</source>
        <translation>in eigenen Worten</translation>
    </message>
    <message>
        <location filename="ui/lesson/question_card.cpp"/>
        <source>The experiment is open now.</source>
        <translation>Der Versuch ist nun offen.</translation>
    </message>
    <message>
        <location filename="ui/lesson/question_card.cpp"/>
        <source>The experiment on page %1 is open now.</source>
        <translation>Der Versuch auf Seite %1 ist nun offen.</translation>
    </message>
    <message>
        <location filename="ui/lesson/question_card.cpp"/>
        <source>Show me the place</source>
        <translation>Zur gesuchten Stelle</translation>
    </message>
    <message>
        <location filename="ui/lesson/question_card.cpp"/>
        <source>Take me to the model</source>
        <translation>Zum Modell</translation>
    </message>
    <message>
        <location filename="ui/lesson/question_card.cpp"/>
        <source>Go to the place that was asked for</source>
        <translation>Zu der Stelle gehen, nach der gefragt war</translation>
    </message>
    <message>
        <location filename="ui/lesson/question_card.cpp"/>
        <source>Show the model in which the place is to be found</source>
        <translation>Das Modell zeigen, in dem die Stelle zu finden ist</translation>
    </message>
    <message>
        <location filename="ui/lesson/question_card.cpp"/>
        <source>Then click in the window, or go there with the arrow keys.</source>
        <translation>Klicken Sie dann im Fenster, oder gehen Sie mit den Pfeiltasten hin.</translation>
    </message>
    <message>
        <location filename="ui/lesson/question_card.cpp"/>
        <source>You pointed at %1.</source>
        <translation>Sie zeigten auf: %1.</translation>
    </message>
    <message>
        <location filename="ui/lesson/question_card.cpp"/>
        <source>You point at %1.</source>
        <translation>Sie zeigen auf: %1.</translation>
    </message>
    <message>
        <location filename="ui/lesson/question_card.cpp"/>
        <source>Hint</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <location filename="ui/lesson/question_card.cpp"/>
        <source>Hint (%1 of %2)</source>
        <translation>Hinweis (%1 von %2)</translation>
    </message>
    <message>
        <location filename="ui/lesson/shared_view.cpp"/>
        <source>A view of a model that learns from a file of yours cannot be shared as text.</source>
        <translation>Die Ansicht eines Modells, das aus Ihrer eigenen Datei lernt, lässt sich nicht als Text weitergeben.</translation>
    </message>
    <message>
        <location filename="ui/lesson/shared_view.cpp"/>
        <source>The model has %1 training steps. A view that is shared as text has at most %2, because whoever opens it trains it again; save the model and name its file in a lesson instead.</source>
        <translation>Das Modell hat %1 Trainingsschritte. Eine Ansicht, die als Text weitergegeben wird, hat höchstens %2, denn wer sie öffnet, trainiert es noch einmal. Speichern Sie stattdessen das Modell, und nennen Sie seine Datei in einer Lektion.</translation>
    </message>
    <message>
        <location filename="ui/lesson/shared_view.cpp"/>
        <source>These runs differ in what no key of the configuration says, so a lesson cannot have them beside each other.</source>
        <translation>Diese Läufe unterscheiden sich in etwas, das kein Schlüssel der Konfiguration sagt; eine Lektion kann sie deshalb nicht nebeneinander zeigen.</translation>
    </message>
    <message>
        <location filename="ui/lesson/teacher_sheet.cpp"/>
        <source>The window shows %1.</source>
        <translation>Das Fenster zeigt %1.</translation>
    </message>
    <message>
        <location filename="ui/lesson/teacher_sheet.cpp"/>
        <source>Ask: %1</source>
        <translation>Fragen: %1</translation>
    </message>
    <message>
        <location filename="ui/lesson/teacher_sheet.cpp"/>
        <source>Try: %1</source>
        <translation>Versuchen: %1</translation>
    </message>
    <message>
        <location filename="ui/lesson/teacher_sheet.cpp"/>
        <source>Read aloud.</source>
        <translation>Vorlesen.</translation>
    </message>
    <message>
        <location filename="ui/lesson/teacher_sheet.cpp"/>
        <source>Minutes</source>
        <translation>Minuten</translation>
    </message>
    <message>
        <location filename="ui/lesson/teacher_sheet.cpp"/>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <location filename="ui/lesson/teacher_sheet.cpp"/>
        <source>What is done</source>
        <translation>Was geschieht</translation>
    </message>
    <message>
        <location filename="ui/lesson/teacher_sheet.cpp"/>
        <source>The place is found in the model itself: go there in the window.</source>
        <translation>Die Stelle findet sich im Modell selbst: Gehen Sie im Fenster hin.</translation>
    </message>
    <message>
        <location filename="ui/lesson/teacher_sheet.cpp"/>
        <source>Hints: %1</source>
        <translation>Hinweise: %1</translation>
    </message>
    <message>
        <location filename="ui/lesson/teacher_sheet.cpp"/>
        <source>Lesson %1</source>
        <translation>Lektion %1</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/lesson/teacher_sheet.cpp"/>
        <source>%n minutes</source>
        <translation><numerusform>%n Minute</numerusform><numerusform>%n Minuten</numerusform></translation>
    </message>
    <message>
        <location filename="ui/lesson/teacher_sheet.cpp"/>
        <source>Plan</source>
        <translation>Ablauf</translation>
    </message>
    <message>
        <location filename="ui/lesson/teacher_sheet.cpp"/>
        <source>On the board</source>
        <translation>An der Tafel</translation>
    </message>
    <message>
        <location filename="ui/lesson/teacher_sheet.cpp"/>
        <source>Questions, and answers to expect</source>
        <translation>Fragen und die zu erwartenden Antworten</translation>
    </message>
    <message>
        <location filename="ui/lesson/teacher_sheet.cpp"/>
        <source>What should come out</source>
        <translation>Was herauskommen soll</translation>
    </message>
    <message>
        <location filename="ui/lesson/teacher_sheet.cpp"/>
        <source>Teacher’s sheet: %1</source>
        <translation>Blatt für Lehrende: %1</translation>
    </message>
    <message>
        <location filename="ui/lesson/teacher_sheet.cpp"/>
        <source>Save as &amp;PDF…</source>
        <translation>Als &amp;PDF speichern …</translation>
    </message>
    <message>
        <location filename="ui/lesson/teacher_sheet.cpp"/>
        <source>The sheet as a file to print or to hand on</source>
        <translation>Das Blatt als Datei zum Drucken oder Weitergeben</translation>
    </message>
    <message>
        <location filename="ui/lesson/teacher_sheet.cpp"/>
        <source>P&amp;rint…</source>
        <translation>D&amp;rucken …</translation>
    </message>
    <message>
        <location filename="ui/lesson/teacher_sheet.cpp"/>
        <source>The sheet on paper</source>
        <translation>Das Blatt auf Papier</translation>
    </message>
    <message>
        <location filename="ui/lesson/teacher_sheet.cpp"/>
        <source>Save the teacher’s sheet</source>
        <translation>Das Blatt für Lehrende speichern</translation>
    </message>
    <message>
        <location filename="ui/map/map_canvas.cpp"/>
        <source>Map of the model</source>
        <translation>Karte des Modells</translation>
    </message>
    <message>
        <location filename="ui/map/map_layout.cpp"/>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <location filename="ui/map/map_layout.cpp"/>
        <source>source tokens</source>
        <translation>Token der Quelle</translation>
    </message>
    <message>
        <location filename="ui/map/map_layout.cpp"/>
        <source>target tokens</source>
        <translation>Token des Ziels</translation>
    </message>
    <message>
        <location filename="ui/map/map_model.cpp"/>
        <source>Embedding</source>
        <translation>Embedding</translation>
    </message>
    <message>
        <location filename="ui/map/map_model.cpp"/>
        <source>Position</source>
        <translation>Position</translation>
    </message>
    <message>
        <location filename="ui/map/map_model.cpp"/>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <location filename="ui/map/map_model.cpp"/>
        <source>Add</source>
        <translation>Addieren</translation>
    </message>
    <message>
        <location filename="ui/map/map_model.cpp"/>
        <source>Norm</source>
        <translation>Norm</translation>
    </message>
    <message>
        <location filename="ui/map/map_model.cpp"/>
        <source>Masked self-attention</source>
        <translation>Maskierte Selbst­aufmerk­samkeit</translation>
    </message>
    <message>
        <location filename="ui/map/map_model.cpp"/>
        <source>Self-attention</source>
        <translation>Selbst­aufmerk­samkeit</translation>
    </message>
    <message>
        <location filename="ui/map/map_model.cpp"/>
        <source>Cross-attention</source>
        <translation>Kreuz­aufmerk­samkeit</translation>
    </message>
    <message>
        <location filename="ui/map/map_model.cpp"/>
        <source>Convolution</source>
        <translation>Faltung</translation>
    </message>
    <message>
        <location filename="ui/map/map_model.cpp"/>
        <source>Mean so far</source>
        <translation>Bisheriges Mittel</translation>
    </message>
    <message>
        <location filename="ui/map/map_model.cpp"/>
        <source>Mean of tokens</source>
        <translation>Mittel der Token</translation>
    </message>
    <message>
        <location filename="ui/map/map_model.cpp"/>
        <source>Feed-forward</source>
        <translation>Feed-Forward</translation>
    </message>
    <message>
        <location filename="ui/map/map_model.cpp"/>
        <source>Activation</source>
        <translation>Aktivierung</translation>
    </message>
    <message>
        <location filename="ui/map/map_model.cpp"/>
        <source>Scale</source>
        <translation>Skalieren</translation>
    </message>
    <message>
        <location filename="ui/map/map_model.cpp"/>
        <source>Pooler</source>
        <translation>Pooler</translation>
    </message>
    <message>
        <location filename="ui/map/map_model.cpp"/>
        <source>Linear</source>
        <translation>Linear</translation>
    </message>
    <message>
        <location filename="ui/map/map_model.cpp"/>
        <source>Pointer</source>
        <translation>Zeiger</translation>
    </message>
    <message>
        <location filename="ui/map/map_model.cpp"/>
        <source>Softmax</source>
        <translation>Softmax</translation>
    </message>
    <message>
        <location filename="ui/map/map_model.cpp"/>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <location filename="ui/map/map_model.cpp"/>
        <source>Time steps</source>
        <translation>Zeitschritte</translation>
    </message>
    <message>
        <location filename="ui/map/map_model.cpp"/>
        <source>All inputs</source>
        <translation>Alle Eingaben</translation>
    </message>
    <message>
        <location filename="ui/map/map_model.cpp"/>
        <source>Attention</source>
        <translation>Aufmerksamkeit</translation>
    </message>
    <message>
        <location filename="ui/map/map_model.cpp"/>
        <source>computed</source>
        <translation>berechnet</translation>
    </message>
    <message>
        <location filename="ui/map/map_view.cpp"/>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <location filename="ui/map/map_view.cpp"/>
        <source>Show every layer small</source>
        <translation>Alle Schichten klein zeigen</translation>
    </message>
    <message>
        <location filename="ui/map/map_view.cpp"/>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <location filename="ui/map/map_view.cpp"/>
        <source>Open the layer in focus</source>
        <translation>Die gewählte Schicht öffnen</translation>
    </message>
    <message>
        <location filename="ui/map/map_view.cpp"/>
        <source>Operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <location filename="ui/map/map_view.cpp"/>
        <source>Open the block in focus into its operations</source>
        <translation>Den gewählten Block in seine Operationen öffnen</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>the page would hold %1 numbers, but at most %2 are possible; take a shorter text or fewer steps</source>
        <translation>die Seite hätte %1 Zahlen, möglich sind höchstens %2; nehmen Sie einen kürzeren Text oder weniger Operationen</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>The numbers of this page are drawn by a script in it; this browser runs none here.</source>
        <translation>Die Zahlen dieser Seite zeichnet ein Skript in ihr; dieser Browser führt hier keines aus.</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>%1 numbers</source>
        <translation>%1 Zahlen</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>%1 steps</source>
        <translation>%1 Operationen</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>%1, seen</source>
        <translation>%1, sichtbar</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>Colours from %1 to %2</source>
        <translation>Farben von %1 bis %2</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>From %1.</source>
        <translation>Aus %1.</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>No cells.</source>
        <translation>Keine Zellen.</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>Not all of its operands are on this page: %1.</source>
        <translation>Nicht alle Operanden stehen auf dieser Seite: %1.</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>Numbers in the cells</source>
        <translation>Zahlen in den Zellen</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>Step after</source>
        <translation>Operation danach</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>Step before</source>
        <translation>Operation davor</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>Steps</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>The chosen cell</source>
        <translation>Die gewählte Zelle</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>chosen before</source>
        <translation>schon gewählt</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>columns %1 to %2 of %3</source>
        <translation>Spalten %1 bis %2 von %3</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>columns: %1</source>
        <translation>Spalten: %1</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>from %1 of %2</source>
        <translation>aus %1 von %2</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>hidden by the causal and the padding mask</source>
        <translation>kausal und als Padding maskiert</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>rounded to 16 bits here</source>
        <translation>hier auf 16 Bit gerundet</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>row %1 of %2, %3</source>
        <translation>Zeile %1 von %2, %3</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>rows %1 to %2 of %3</source>
        <translation>Zeilen %1 bis %2 von %3</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>rows: %1</source>
        <translation>Zeilen: %1</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>the columns after</source>
        <translation>die Spalten danach</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>the columns before</source>
        <translation>die Spalten davor</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>the other %1 terms</source>
        <translation>die anderen %1 Summanden</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>the rows after</source>
        <translation>die Zeilen danach</translation>
    </message>
    <message>
        <location filename="ui/page/page.cpp"/>
        <source>the rows before</source>
        <translation>die Zeilen davor</translation>
    </message>
    <message>
        <location filename="ui/present/presentation.cpp"/>
        <source>page %1 of %2</source>
        <translation>Seite %1 von %2</translation>
    </message>
    <message>
        <location filename="ui/present/presentation.cpp"/>
        <source>This is the last page.</source>
        <translation>Das ist die letzte Seite.</translation>
    </message>
    <message>
        <location filename="ui/present/presentation.cpp"/>
        <source>Next: %1</source>
        <translation>Als Nächstes: %1</translation>
    </message>
    <message>
        <location filename="ui/present/presenter_window.cpp"/>
        <source>Notes of the lecture</source>
        <translation>Notizen zur Vorlesung</translation>
    </message>
    <message>
        <location filename="ui/present/presenter_window.cpp"/>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <location filename="ui/present/presenter_window.cpp"/>
        <source>&amp;Swap the screens</source>
        <translation>&amp;Bildschirme tauschen</translation>
    </message>
    <message>
        <location filename="ui/present/presenter_window.cpp"/>
        <source>%1 · %2 since the beginning</source>
        <translation>%1 · %2 seit Beginn</translation>
    </message>
    <message>
        <location filename="ui/scene/scene.cpp"/>
        <source>This model has no operation "%1".</source>
        <translation>Dieses Modell hat keine Operation „%1“.</translation>
    </message>
    <message>
        <location filename="ui/scene/scene.cpp"/>
        <source>The operation has no head %1: there are %2.</source>
        <translation>Die Operation hat keinen Kopf %1: es gibt %2.</translation>
    </message>
    <message>
        <location filename="ui/scene/scene.cpp"/>
        <source>The operation has no row %1: there are %2.</source>
        <translation>Die Operation hat keine Zeile %1: es gibt %2.</translation>
    </message>
    <message>
        <location filename="ui/scene/scene.cpp"/>
        <source>The operation has no column %1: there are %2.</source>
        <translation>Die Operation hat keine Spalte %1: es gibt %2.</translation>
    </message>
    <message>
        <location filename="ui/scene/scene_json.cpp"/>
        <source>A scene has at most %1 bytes, and this one has %2.</source>
        <translation>Eine Szene hat höchstens %1 Bytes, und diese hat %2.</translation>
    </message>
    <message>
        <location filename="ui/scene/scene_json.cpp"/>
        <source>A scene is an object in JSON, and at byte %1 this is none.</source>
        <translation>Eine Szene ist ein Objekt in JSON, und bei Byte %1 ist dies keines.</translation>
    </message>
    <message>
        <location filename="ui/scene/scene_json.cpp"/>
        <source>A field stands twice in the scene; each can stand once.</source>
        <translation>Ein Feld steht zweimal in der Szene; jedes kann einmal stehen.</translation>
    </message>
    <message>
        <location filename="ui/scene/scene_json.cpp"/>
        <source>a text of at most %1 characters</source>
        <translation>ein Text von höchstens %1 Zeichen</translation>
    </message>
    <message>
        <location filename="ui/scene/scene_json.cpp"/>
        <source>an object of numbers</source>
        <translation>ein Objekt aus Zahlen</translation>
    </message>
    <message>
        <location filename="ui/scene/scene_json.cpp"/>
        <source>a list, each %1</source>
        <translation>eine Liste, darin jeweils %1</translation>
    </message>
    <message>
        <location filename="ui/scene/scene_json.cpp"/>
        <source>%1 is no field of a scene; here can stand: %2</source>
        <translation>%1 ist kein Feld einer Szene; hier kann stehen: %2</translation>
    </message>
    <message>
        <location filename="ui/scene/scene_json.cpp"/>
        <source>the name of an operation</source>
        <translation>der Name einer Operation</translation>
    </message>
    <message>
        <location filename="ui/scene/scene_json.cpp"/>
        <source>%1 is missing; it must be %2</source>
        <translation>%1 fehlt; nötig ist: %2</translation>
    </message>
    <message>
        <location filename="ui/scene/scene_json.cpp"/>
        <source>a list of at most %1 objects</source>
        <translation>eine Liste von höchstens %1 Objekten</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>softmax</source>
        <translation>softmax</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>+ position</source>
        <translation>+ Position</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>Σ batch</source>
        <translation>Σ Batch</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>rows of</source>
        <translation>Zeilen aus</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>collects</source>
        <translation>sammelt</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>sin, cos</source>
        <translation>sin, cos</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>first rows</source>
        <translation>erste Zeilen</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>Σ rows</source>
        <translation>Σ Zeilen</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>split</source>
        <translation>teilen</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>count</source>
        <translation>zählen</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>at</source>
        <translation>bei</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>− 1 at</source>
        <translation>− 1 bei</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>clip</source>
        <translation>kürzen</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>mean²</source>
        <translation>Mittel²</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>by offset</source>
        <translation>nach Abstand</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>1 in its bucket</source>
        <translation>1 im eigenen Fach</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>Σ by offset</source>
        <translation>Σ nach Abstand</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>−m·distance</source>
        <translation>−m·Abstand</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>turned</source>
        <translation>gedreht</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>Σ windows</source>
        <translation>Σ Fenster</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>+ part of</source>
        <translation>+ Teil von</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>, at padding</source>
        <translation>, bei Auffüllung</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>where taken</source>
        <translation>wo genommen</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>… stacked</source>
        <translation>… gestapelt</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>repeated</source>
        <translation>wiederholt</translation>
    </message>
    <message>
        <location filename="ui/stage/composition.cpp"/>
        <source>Σ heads</source>
        <translation>Σ Köpfe</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_canvas.cpp"/>
        <source>not computed</source>
        <translation>nicht berechnet</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_drawing.cpp"/>
        <source>Back to the operation</source>
        <translation>Zurück zur Operation</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_drawing.cpp"/>
        <source>Leave the lab (Esc)</source>
        <translation>Das Labor verlassen (Esc)</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_drawing.cpp"/>
        <source>Give the measurement up</source>
        <translation>Die Messung abbrechen</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_drawing.cpp"/>
        <source>Train models again</source>
        <translation>Modelle noch einmal trainieren</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_drawing.cpp"/>
        <source>Train models</source>
        <translation>Modelle trainieren</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_drawing.cpp"/>
        <source>Measure again</source>
        <translation>Noch einmal messen</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_drawing.cpp"/>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_drawing.cpp"/>
        <source>%1 (about %2)</source>
        <translation>%1 (etwa %2)</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_drawing.cpp"/>
        <source>Training goes on meanwhile, and it can be given up</source>
        <translation>Das Training geht derweil weiter, und man kann abbrechen</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_facts.cpp"/>
        <source>“%1” draws values: for these switch the gradients off</source>
        <translation>„%1“ zeichnet Werte: Schalten Sie dafür die Gradienten ab</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_facts.cpp"/>
        <source>follows from your change</source>
        <translation>folgt aus Ihrer Änderung</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_facts.cpp"/>
        <source>not trained yet</source>
        <translation>noch nicht trainiert</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_facts.cpp"/>
        <source>hardly trained yet</source>
        <translation>noch kaum trainiert</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_facts.cpp"/>
        <source>hardly better than a guess since training step %L1</source>
        <translation>seit Trainingsschritt %L1 kaum besser als geraten</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/stage/stage_facts.cpp"/>
        <source>all %n heads</source>
        <translation><numerusform>%n Kopf</numerusform><numerusform>alle %n Köpfe</numerusform></translation>
    </message>
    <message>
        <location filename="ui/stage/stage_facts.cpp"/>
        <source>head %1 of %2</source>
        <translation>Kopf %1 von %2</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_facts.cpp"/>
        <source>backward operation %1 of %2</source>
        <translation>Operation %1 von %2 rückwärts</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_facts.cpp"/>
        <source>operation %1 of %2</source>
        <translation>Operation %1 von %2</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_facts.cpp"/>
        <source>learned parameter</source>
        <translation>gelernter Parameter</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_facts.cpp"/>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_facts.cpp"/>
        <source>example %1 of the batch</source>
        <translation>Beispiel %1 des Batches</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_facts.cpp"/>
        <source>shared by the %1 examples</source>
        <translation>den %1 Beispielen gemeinsam</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_facts.cpp"/>
        <source>nothing changes in this head</source>
        <translation>in diesem Kopf ändert sich nichts</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_facts.cpp"/>
        <source>Δ: after less before</source>
        <translation>Δ: nachher minus vorher</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_facts.cpp"/>
        <source>Δ alone: this operation is not linear in what changed</source>
        <translation>Δ allein: Diese Operation ist nicht linear in dem, was sich geändert hat</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_scene.cpp"/>
        <source>All heads</source>
        <translation>Alle Köpfe</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_scene.cpp"/>
        <source>a row from each time step →</source>
        <translation>eine Zeile aus jedem Zeitschritt →</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_scene.cpp"/>
        <source>It flows on to</source>
        <translation>Es fließt weiter zu</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_scene.cpp"/>
        <source>There is no model yet. As soon as one has run, its matrices stand here.</source>
        <translation>Noch gibt es kein Modell. Sobald eines gerechnet hat, stehen hier seine Matrizen.</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_scene.cpp"/>
        <source>Choose an operation on the map; {next-step} goes to the first one.</source>
        <translation>Wählen Sie eine Operation auf der Karte; {next-step} geht zur ersten.</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_scene.cpp"/>
        <source>This model has no operation called “%1”.</source>
        <translation>Dieses Modell hat keine Operation „%1“.</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_scene.cpp"/>
        <source>“%1” was not computed in this run.</source>
        <translation>„%1“ wurde in diesem Lauf nicht berechnet.</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_scene.cpp"/>
        <source>The gradient of “%1” was not computed in this run.</source>
        <translation>Der Gradient von „%1“ wurde in diesem Lauf nicht berechnet.</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_scene.cpp"/>
        <source>No gradient flows into this operation: nothing that learns lies before it (frozen layers do not), or the loss does not depend on it.</source>
        <translation>In diese Operation fließt kein Gradient: Vor ihr liegt nichts, was lernt (eingefrorene Schichten tun es nicht), oder der Verlust hängt nicht von ihr ab.</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_scene.cpp"/>
        <source>There are no gradients in this run: without a target there is no loss to differentiate.</source>
        <translation>In diesem Lauf gibt es keine Gradienten: Ohne Ziel gibt es keinen Verlust, den man ableiten könnte.</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_scene.cpp"/>
        <source>Nothing changes here: the numbers of this operation stay what they were.</source>
        <translation>Hier ändert sich nichts: Die Zahlen dieser Operation bleiben, was sie waren.</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_widget.cpp"/>
        <source>Stage</source>
        <translation>Bühne</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_widget.cpp"/>
        <source>in proportion to the size of the kernel’s matrices (Frobenius norm)</source>
        <translation>im Verhältnis der Größe der Matrizen des Kerns (Frobeniusnorm)</translation>
    </message>
    <message>
        <location filename="ui/stage/stage_widget.cpp"/>
        <source>Here: %1</source>
        <translation>Hier: %1</translation>
    </message>
    <message>
        <location filename="ui/stations/attention_lines.cpp"/>
        <source>Lines</source>
        <translation>Linien</translation>
    </message>
    <message>
        <location filename="ui/stations/attention_lines.cpp"/>
        <source>Queries on the left, keys on the right; the wider the line, the larger the weight</source>
        <translation>Querys links, Keys rechts; je breiter die Linie, desto größer das Gewicht</translation>
    </message>
    <message>
        <location filename="ui/stations/block_strips.cpp"/>
        <source>mean %1, deviation %2</source>
        <translation>Mittelwert %1, Abweichung %2</translation>
    </message>
    <message>
        <location filename="ui/stations/block_strips.cpp"/>
        <source>%1, feature %2: %3</source>
        <translation>%1, Merkmal %2: %3</translation>
    </message>
    <message>
        <location filename="ui/stations/byte_pairs.cpp"/>
        <source>“%1” is a special token: it stands for no text.</source>
        <translation>„%1“ ist ein besonderes Token: Es steht für keinen Text.</translation>
    </message>
    <message>
        <location filename="ui/stations/byte_pairs.cpp"/>
        <source>“%1”: %2, %3</source>
        <translation>„%1“: %2, %3</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/stations/byte_pairs.cpp"/>
        <source>%n characters</source>
        <translation><numerusform>%n Zeichen</numerusform><numerusform>%n Zeichen</numerusform></translation>
    </message>
    <message>
        <location filename="ui/stations/byte_pairs.cpp"/>
        <source>merge %1</source>
        <translation>Verschmelzung %1</translation>
    </message>
    <message>
        <location filename="ui/stations/byte_pairs.cpp"/>
        <source>characters</source>
        <translation>Zeichen</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/stations/byte_pairs.cpp"/>
        <source>… %n merges more</source>
        <translation><numerusform>… noch %n Verschmelzung</numerusform><numerusform>… noch %n Verschmelzungen</numerusform></translation>
    </message>
    <message>
        <location filename="ui/stations/byte_pairs.cpp"/>
        <source>%1. %2 + %3</source>
        <translation>%1. %2 + %3</translation>
    </message>
    <message>
        <location filename="ui/stations/byte_pairs.cpp"/>
        <source>%1 of this text are %2 for the model: pairs of neighbours were merged, those first that stood beside each other most often in the text that it learns from.</source>
        <translation>%1 dieses Textes sind für das Modell %2: Nachbarn wurden paarweise verschmolzen, die zuerst, die in dem Text, aus dem es lernt, am häufigsten nebeneinander standen.</translation>
    </message>
    <message>
        <location filename="ui/stations/byte_pairs.cpp"/>
        <source>How these tokens came about is not known.</source>
        <translation>Wie diese Token entstanden sind, ist nicht bekannt.</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/stations/byte_pairs.cpp"/>
        <source>The first of %n merges, and how often</source>
        <translation><numerusform>Die eine Verschmelzung, und wie oft</numerusform><numerusform>Die ersten von %n Verschmelzungen, und wie oft</numerusform></translation>
    </message>
    <message>
        <location filename="ui/stations/byte_pairs.cpp"/>
        <source>Choose a token:</source>
        <translation>Wählen Sie ein Token:</translation>
    </message>
    <message>
        <location filename="ui/stations/byte_pairs.cpp"/>
        <source>Byte pairs</source>
        <translation>Byte-Paare</translation>
    </message>
    <message>
        <location filename="ui/stations/byte_pairs.cpp"/>
        <source>How the characters of each word became tokens, merge by merge, and which merges were learned first</source>
        <translation>Wie aus den Zeichen jedes Wortes Token wurden, Verschmelzung um Verschmelzung, und was zuerst verschmolzen wurde</translation>
    </message>
    <message>
        <location filename="ui/stations/context_vector.cpp"/>
        <source>h × W_c</source>
        <translation>h × W_c</translation>
    </message>
    <message>
        <location filename="ui/stations/context_vector.cpp"/>
        <source>c × W_c</source>
        <translation>c × W_c</translation>
    </message>
    <message>
        <location filename="ui/stations/context_vector.cpp"/>
        <source>b_c</source>
        <translation>b_c</translation>
    </message>
    <message>
        <location filename="ui/stations/context_vector.cpp"/>
        <source>h̃ = tanh(sum)</source>
        <translation>h̃ = tanh(Summe)</translation>
    </message>
    <message>
        <location filename="ui/stations/context_vector.cpp"/>
        <source>α · s</source>
        <translation>α · s</translation>
    </message>
    <message>
        <location filename="ui/stations/context_vector.cpp"/>
        <source>c = sum</source>
        <translation>c = Summe</translation>
    </message>
    <message>
        <location filename="ui/stations/context_vector.cpp"/>
        <source>y, the token beside it</source>
        <translation>y, das Token daneben</translation>
    </message>
    <message>
        <location filename="ui/stations/context_vector.cpp"/>
        <source>state s</source>
        <translation>Zustand s</translation>
    </message>
    <message>
        <location filename="ui/stations/context_vector.cpp"/>
        <source>±%1</source>
        <translation>±%1</translation>
    </message>
    <message>
        <location filename="ui/stations/context_vector.cpp"/>
        <source>%1
%2, feature %3</source>
        <translation>%1
%2, Merkmal %3</translation>
    </message>
    <message>
        <location filename="ui/stations/context_vector.cpp"/>
        <source>c, feature %1:  %2 + … (%3 more, smaller) = %4</source>
        <translation>c, Merkmal %1:  %2 + … (%3 weitere, kleinere) = %4</translation>
    </message>
    <message>
        <location filename="ui/stations/context_vector.cpp"/>
        <source>c, feature %1:  %2 = %3</source>
        <translation>c, Merkmal %1:  %2 = %3</translation>
    </message>
    <message>
        <location filename="ui/stations/context_vector.cpp"/>
        <source>c was asked for with the state before: together [y; c] are what the cell of this time step reads.</source>
        <translation>Nach c wurde mit dem Zustand davor gefragt: Zusammen sind [y; c], was die Zelle dieses Zeitschritts liest.</translation>
    </message>
    <message>
        <location filename="ui/stations/context_vector.cpp"/>
        <source>Point at a feature to see its sum in numbers.</source>
        <translation>Zeigen Sie auf ein Merkmal, um seine Summe in Zahlen zu sehen.</translation>
    </message>
    <message>
        <location filename="ui/stations/context_vector.cpp"/>
        <source>weight α</source>
        <translation>Gewicht α</translation>
    </message>
    <message>
        <location filename="ui/stations/context_vector.cpp"/>
        <source>%1
weight × state of “%2”, feature %3</source>
        <translation>%1
Gewicht × Zustand von „%2“, Merkmal %3</translation>
    </message>
    <message>
        <location filename="ui/stations/context_vector.cpp"/>
        <source>Choose a row:</source>
        <translation>Wählen Sie eine Zeile:</translation>
    </message>
    <message>
        <location filename="ui/stations/context_vector.cpp"/>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <location filename="ui/stations/context_vector.cpp"/>
        <source>One row: the states, their weights, how they add up to the context, and what becomes of it</source>
        <translation>Eine Zeile: die Zustände, ihre Gewichte, wie sie sich zum Kontext addieren und was aus ihm wird</translation>
    </message>
    <message>
        <location filename="ui/stations/forecast.cpp"/>
        <source>Number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <location filename="ui/stations/forecast.cpp"/>
        <source>Which number of each row is drawn</source>
        <translation>Welche Zahl jeder Zeile gezeichnet wird</translation>
    </message>
    <message>
        <location filename="ui/stations/forecast.cpp"/>
        <source>known</source>
        <translation>bekannt</translation>
    </message>
    <message>
        <location filename="ui/stations/forecast.cpp"/>
        <source>truth</source>
        <translation>Wahrheit</translation>
    </message>
    <message>
        <location filename="ui/stations/forecast.cpp"/>
        <source>foretold</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <location filename="ui/stations/forecast.cpp"/>
        <source>where it looked</source>
        <translation>wohin es sah</translation>
    </message>
    <message>
        <location filename="ui/stations/forecast.cpp"/>
        <source>the last value, repeated</source>
        <translation>der letzte Wert, wiederholt</translation>
    </message>
    <message>
        <location filename="ui/stations/forecast.cpp"/>
        <source>Point %1: foretold %2</source>
        <translation>Punkt %1: vorhergesagt %2</translation>
    </message>
    <message>
        <location filename="ui/stations/forecast.cpp"/>
        <source>, truth %1</source>
        <translation>, Wahrheit %1</translation>
    </message>
    <message>
        <location filename="ui/stations/forecast.cpp"/>
        <source>Point %1: %2. Draw the past with the pointer, or move a point with Shift and the arrow keys: the forecast follows.</source>
        <translation>Punkt %1: %2. Zeichnen Sie die Vergangenheit mit dem Zeiger, oder verschieben Sie einen Punkt mit Umschalt und den Pfeiltasten: Die Vorhersage folgt.</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/stations/forecast.cpp"/>
        <source>%n points foretold; what they should be is not known.</source>
        <translation><numerusform>%n Punkt vorhergesagt; wie er sein sollte, ist nicht bekannt.</numerusform><numerusform>%n Punkte vorhergesagt; wie sie sein sollten, ist nicht bekannt.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/stations/forecast.cpp"/>
        <source>%n points foretold, mean squared error %1</source>
        <translation><numerusform>%n Punkt vorhergesagt, mittlerer quadratischer Fehler %1</numerusform><numerusform>%n Punkte vorhergesagt, mittlerer quadratischer Fehler %1</numerusform></translation>
    </message>
    <message>
        <location filename="ui/stations/forecast.cpp"/>
        <source>%1; the last value repeated has %2.</source>
        <translation>%1; der letzte Wert wiederholt hat %2.</translation>
    </message>
    <message>
        <location filename="ui/stations/forecast.cpp"/>
        <source>point of the series</source>
        <translation>Punkt der Reihe</translation>
    </message>
    <message>
        <location filename="ui/stations/forecast.cpp"/>
        <source>Series</source>
        <translation>Zeitreihe</translation>
    </message>
    <message>
        <location filename="ui/stations/forecast.cpp"/>
        <source>What is known, what the model foretells, the truth, and where it looked</source>
        <translation>Was bekannt ist, was das Modell vorhersagt, die Wahrheit, und wohin es sah</translation>
    </message>
    <message>
        <location filename="ui/stations/gates.cpp"/>
        <source>mean of the units</source>
        <translation>Mittel der Einheiten</translation>
    </message>
    <message>
        <location filename="ui/stations/gates.cpp"/>
        <source>kept f ⊙ c</source>
        <translation>bleibt f ⊙ c</translation>
    </message>
    <message>
        <location filename="ui/stations/gates.cpp"/>
        <source>kept z ⊙ h</source>
        <translation>bleibt z ⊙ h</translation>
    </message>
    <message>
        <location filename="ui/stations/gates.cpp"/>
        <source>what stays of the cell before</source>
        <translation>was von der vorigen Zelle bleibt</translation>
    </message>
    <message>
        <location filename="ui/stations/gates.cpp"/>
        <source>what stays of the state before</source>
        <translation>was vom Zustand davor bleibt</translation>
    </message>
    <message>
        <location filename="ui/stations/gates.cpp"/>
        <source>share of the new cell that is old</source>
        <translation>Anteil des Alten an der neuen Zelle</translation>
    </message>
    <message>
        <location filename="ui/stations/gates.cpp"/>
        <source>share of the new state that is old</source>
        <translation>Anteil des Alten am neuen Zustand</translation>
    </message>
    <message>
        <location filename="ui/stations/gates.cpp"/>
        <source>%1 · ±%2</source>
        <translation>%1 · ±%2</translation>
    </message>
    <message>
        <location filename="ui/stations/gates.cpp"/>
        <source>%1
%2 · unit %3
%4: %5
click: go to time step %6</source>
        <translation>%1
%2 · Einheit %3
%4: %5
Klick: zu Zeitschritt %6</translation>
    </message>
    <message>
        <location filename="ui/stations/gates.cpp"/>
        <source>Gates</source>
        <translation>Gates</translation>
    </message>
    <message>
        <location filename="ui/stations/gates.cpp"/>
        <source>Reset, update and what is kept, time step by time step: unit by unit and on average</source>
        <translation>Reset, Update und was behalten wird, Zeitschritt für Zeitschritt: Einheit für Einheit und im Mittel</translation>
    </message>
    <message>
        <location filename="ui/stations/gates.cpp"/>
        <source>The gates and what the cell keeps, time step by time step: unit by unit and on average</source>
        <translation>Die Gates und was die Zelle behält, Zeitschritt für Zeitschritt: Einheit für Einheit und im Mittel</translation>
    </message>
    <message>
        <location filename="ui/stations/gates.cpp"/>
        <source>reset r</source>
        <translation>Reset r</translation>
    </message>
    <message>
        <location filename="ui/stations/gates.cpp"/>
        <source>how much of the state before is read</source>
        <translation>wie viel vom Zustand davor gelesen wird</translation>
    </message>
    <message>
        <location filename="ui/stations/gates.cpp"/>
        <source>update z</source>
        <translation>Update z</translation>
    </message>
    <message>
        <location filename="ui/stations/gates.cpp"/>
        <source>how much of it stays; 1 − z is new</source>
        <translation>wie viel davon bleibt; 1 − z ist neu</translation>
    </message>
    <message>
        <location filename="ui/stations/gates.cpp"/>
        <source>input i</source>
        <translation>Input i</translation>
    </message>
    <message>
        <location filename="ui/stations/gates.cpp"/>
        <source>how much is written</source>
        <translation>wie viel geschrieben wird</translation>
    </message>
    <message>
        <location filename="ui/stations/gates.cpp"/>
        <source>forget f</source>
        <translation>Forget f</translation>
    </message>
    <message>
        <location filename="ui/stations/gates.cpp"/>
        <source>how much stays</source>
        <translation>wie viel bleibt</translation>
    </message>
    <message>
        <location filename="ui/stations/gates.cpp"/>
        <source>output o</source>
        <translation>Output o</translation>
    </message>
    <message>
        <location filename="ui/stations/gates.cpp"/>
        <source>how much is let out</source>
        <translation>wie viel hinausgelassen wird</translation>
    </message>
    <message>
        <location filename="ui/stations/gradient_norms.cpp"/>
        <source>scale</source>
        <translation>Skala</translation>
    </message>
    <message>
        <location filename="ui/stations/gradient_norms.cpp"/>
        <source>Lengths as they are, or their order of magnitude</source>
        <translation>Die Längen, wie sie sind, oder ihre Größenordnung</translation>
    </message>
    <message>
        <location filename="ui/stations/gradient_norms.cpp"/>
        <source>linear</source>
        <translation>linear</translation>
    </message>
    <message>
        <location filename="ui/stations/gradient_norms.cpp"/>
        <source>logarithmic</source>
        <translation>logarithmisch</translation>
    </message>
    <message>
        <location filename="ui/stations/gradient_norms.cpp"/>
        <source>norms too</source>
        <translation>auch Norms</translation>
    </message>
    <message>
        <location filename="ui/stations/gradient_norms.cpp"/>
        <source>Shows the gains and biases of the norms as well</source>
        <translation>Zeigt auch Gain und Bias der Norms</translation>
    </message>
    <message>
        <location filename="ui/stations/gradient_norms.cpp"/>
        <source>%1
norm %2 over %3 numbers, %4 each (root mean square)
Click to go to its largest gradient</source>
        <translation>%1
Norm %2 über %3 Zahlen, je %4 (quadratisches Mittel)
Ein Klick führt zum größten Gradienten</translation>
    </message>
    <message>
        <location filename="ui/stations/gradient_norms.cpp"/>
        <source>Norm of the gradient by layer; all together %1</source>
        <translation>Norm des Gradienten nach Schichten; alle zusammen %1</translation>
    </message>
    <message>
        <location filename="ui/stations/gradient_norms.cpp"/>
        <source>the sum over the %1 examples of the batch</source>
        <translation>die Summe über die %1 Beispiele des Batches</translation>
    </message>
    <message>
        <location filename="ui/stations/gradient_norms.cpp"/>
        <source>from this one example</source>
        <translation>aus diesem einen Beispiel</translation>
    </message>
    <message>
        <location filename="ui/stations/gradient_norms.cpp"/>
        <source>By layer</source>
        <translation>Nach Schichten</translation>
    </message>
    <message>
        <location filename="ui/stations/gradient_norms.cpp"/>
        <source>How long the gradient of each layer’s weights is</source>
        <translation>Wie lang der Gradient der Gewichte jeder Schicht ist</translation>
    </message>
    <message>
        <location filename="ui/stations/head_contributions.cpp"/>
        <source>+ b =</source>
        <translation>+ b =</translation>
    </message>
    <message>
        <location filename="ui/stations/head_contributions.cpp"/>
        <source>%1, changed</source>
        <translation>%1, geändert</translation>
    </message>
    <message>
        <location filename="ui/stations/head_contributions.cpp"/>
        <source>sum = output</source>
        <translation>Summe = Ausgabe</translation>
    </message>
    <message>
        <location filename="ui/stations/head_contributions.cpp"/>
        <source>%1, %2 %</source>
        <translation>%1, %2 %</translation>
    </message>
    <message>
        <location filename="ui/stations/head_contributions.cpp"/>
        <source>length, share of the sum</source>
        <translation>Länge, Anteil an der Summe</translation>
    </message>
    <message>
        <location filename="ui/stations/head_contributions.cpp"/>
        <source>The row of “%1” as the sum of its heads</source>
        <translation>Die Zeile von „%1“ als Summe ihrer Köpfe</translation>
    </message>
    <message>
        <location filename="ui/stations/head_contributions.cpp"/>
        <source>length by token</source>
        <translation>Länge je Token</translation>
    </message>
    <message>
        <location filename="ui/stations/head_contributions.cpp"/>
        <source>What each head adds</source>
        <translation>Was jeder Kopf beiträgt</translation>
    </message>
    <message>
        <location filename="ui/stations/head_contributions.cpp"/>
        <source>The heads side by side, the rows of W_O that belong to each, and the output as the sum of what every head adds</source>
        <translation>Die Köpfe nebeneinander, die Zeilen von W_O, die zu jedem gehören, und die Ausgabe als Summe dessen, was jeder Kopf beiträgt</translation>
    </message>
    <message>
        <location filename="ui/stations/head_gradients.cpp"/>
        <source>gradient of output</source>
        <translation>Gradient von output</translation>
    </message>
    <message>
        <location filename="ui/stations/head_gradients.cpp"/>
        <source>W_Oᵀ</source>
        <translation>W_Oᵀ</translation>
    </message>
    <message>
        <location filename="ui/stations/head_gradients.cpp"/>
        <source>gradient of concat</source>
        <translation>Gradient von concat</translation>
    </message>
    <message>
        <location filename="ui/stations/head_gradients.cpp"/>
        <source>%1: a gradient of length %2
without the head the loss changes by about %3</source>
        <translation>%1: ein Gradient der Länge %2
ohne den Kopf ändert sich der Verlust um etwa %3</translation>
    </message>
    <message>
        <location filename="ui/stations/head_gradients.cpp"/>
        <source>without it</source>
        <translation>ohne ihn</translation>
    </message>
    <message>
        <location filename="ui/stations/head_gradients.cpp"/>
        <source>Length of what reaches each head</source>
        <translation>Länge dessen, was jeden Kopf erreicht</translation>
    </message>
    <message>
        <location filename="ui/stations/head_gradients.cpp"/>
        <source>Δ loss without it, by token</source>
        <translation>Δ Verlust ohne ihn, je Token</translation>
    </message>
    <message>
        <location filename="ui/stations/head_gradients.cpp"/>
        <source>Without %1 the loss would change by about %2: what the head says times its gradient, which holds for small changes only. Muting it shows what really happens.</source>
        <translation>Ohne %1 änderte sich der Verlust um etwa %2: was der Kopf sagt mal seinen Gradienten; das gilt nur für kleine Änderungen. Was wirklich geschieht, zeigt sich, wenn er stumm ist.</translation>
    </message>
    <message>
        <location filename="ui/stations/head_gradients.cpp"/>
        <source>What reaches each head</source>
        <translation>Was jeden Kopf erreicht</translation>
    </message>
    <message>
        <location filename="ui/stations/head_gradients.cpp"/>
        <source>The gradient on its way back through W_O to the heads, and what the loss would do without each of them</source>
        <translation>Der Gradient auf dem Weg zurück durch W_O zu den Köpfen, und was der Verlust ohne jeden von ihnen täte</translation>
    </message>
    <message>
        <location filename="ui/stations/head_grid.cpp"/>
        <source>%1, head %2</source>
        <translation>%1, Kopf %2</translation>
    </message>
    <message>
        <location filename="ui/stations/head_grid.cpp"/>
        <source>colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <location filename="ui/stations/head_grid.cpp"/>
        <source>By what the cells are coloured: how evenly a head looks, how far, or what it seems to look for</source>
        <translation>Wonach die Zellen gefärbt sind: wie gleichmäßig ein Kopf schaut, wie weit, oder wonach er zu suchen scheint</translation>
    </message>
    <message>
        <location filename="ui/stations/head_grid.cpp"/>
        <source>entropy</source>
        <translation>Entropie</translation>
    </message>
    <message>
        <location filename="ui/stations/head_grid.cpp"/>
        <source>distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <location filename="ui/stations/head_grid.cpp"/>
        <source>Every head of every layer as one cell, coloured by how evenly it looks, how far, or by a guess at what it looks for</source>
        <translation>Jeder Kopf jeder Schicht als eine Zelle, gefärbt danach, wie gleichmäßig er schaut, wie weit, oder nach einer Vermutung, wonach er sucht</translation>
    </message>
    <message>
        <location filename="ui/stations/head_grid.cpp"/>
        <source>%1: layers down, heads across</source>
        <translation>%1: Schichten nach unten, Köpfe nach rechts</translation>
    </message>
    <message>
        <location filename="ui/stations/head_grid.cpp"/>
        <source>%1, head %2
%3
%4</source>
        <translation>%1, Kopf %2
%3
%4</translation>
    </message>
    <message>
        <location filename="ui/stations/head_grid.cpp"/>
        <source>entropy as a share of that of equal weights</source>
        <translation>Entropie als Anteil derjenigen bei gleichen Gewichten</translation>
    </message>
    <message>
        <location filename="ui/stations/head_grid.cpp"/>
        <source>mean distance between query and key, in tokens</source>
        <translation>mittlerer Abstand zwischen Query und Key, in Token</translation>
    </message>
    <message>
        <location filename="ui/stations/head_grid.cpp"/>
        <source>%1? %2</source>
        <translation>%1? %2</translation>
    </message>
    <message>
        <location filename="ui/stations/head_grid.cpp"/>
        <source>no guess %1</source>
        <translation>ohne Vermutung %1</translation>
    </message>
    <message>
        <location filename="ui/stations/head_projection.cpp"/>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <location filename="ui/stations/head_projection.cpp"/>
        <source>The columns of head %1: click to go to it</source>
        <translation>Die Spalten von Kopf %1: ein Klick führt zu ihm</translation>
    </message>
    <message>
        <location filename="ui/stations/head_projection.cpp"/>
        <source>Each head’s columns: xᵀ times the head’s own gradient, summed over the %1 examples of the batch</source>
        <translation>Die Spalten jedes Kopfes: xᵀ mal seinen eigenen Gradienten, summiert über die %1 Beispiele des Batches</translation>
    </message>
    <message>
        <location filename="ui/stations/head_projection.cpp"/>
        <source>Each head’s columns: xᵀ times the head’s own gradient</source>
        <translation>Die Spalten jedes Kopfes: xᵀ mal seinen eigenen Gradienten</translation>
    </message>
    <message>
        <location filename="ui/stations/head_projection.cpp"/>
        <source>%1
row %2, column %3</source>
        <translation>%1
Zeile %2, Spalte %3</translation>
    </message>
    <message>
        <location filename="ui/stations/head_projection.cpp"/>
        <source>Projection</source>
        <translation>Projektion</translation>
    </message>
    <message>
        <location filename="ui/stations/head_projection.cpp"/>
        <source>The whole weight matrix, with the columns that belong to the head</source>
        <translation>Die ganze Gewichtsmatrix mit den Spalten, die zu dem Kopf gehören</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>year</source>
        <translation>Jahr</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>month</source>
        <translation>Monat</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>day</source>
        <translation>Tag</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>%1 from “%2”</source>
        <translation>%1 aus „%2“</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>reads %1</source>
        <translation>liest %1</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>Too few tokens for a guess.</source>
        <translation>Zu wenige Token für eine Vermutung.</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>No guess: none of the rules holds.</source>
        <translation>Keine Vermutung: Keine der Regeln trifft zu.</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>A guess: “%1”, because %2 is %3, at least %4.</source>
        <translation>Eine Vermutung: „%1“, denn %2 ist %3, mindestens %4.</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>It reads %1.</source>
        <translation>Er liest %1.</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>entropy 0: every query sees at most one key</source>
        <translation>Entropie 0: Jede Query sieht höchstens einen Key</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>entropy: not a number</source>
        <translation>Entropie: keine Zahl</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>entropy %1 of %2 for equal weights, %3 %</source>
        <translation>Entropie %1 von %2 bei gleichen Gewichten, %3 %</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>%1; mean distance %2 tokens</source>
        <translation>%1; mittlerer Abstand %2 Token</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>previous token</source>
        <translation>voriges Token</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>attention on the token just before the query</source>
        <translation>Aufmerksamkeit auf das Token direkt vor der Query</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>attention on the first key</source>
        <translation>Aufmerksamkeit auf den ersten Key</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>same token</source>
        <translation>gleiches Token</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>attention on keys with the query’s own word</source>
        <translation>Aufmerksamkeit auf Keys mit demselben Wort wie die Query</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>diagonal</source>
        <translation>Diagonale</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>attention along the diagonal or the line beside it</source>
        <translation>Aufmerksamkeit entlang der Diagonale oder der Linie daneben</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>backwards</source>
        <translation>rückwärts</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>attention along the diagonal from the end backwards, or the line beside it</source>
        <translation>Aufmerksamkeit entlang der Diagonale vom Ende her, oder der Linie daneben</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>own word</source>
        <translation>eigenes Wort</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>attention on the word or the number that the query is part of</source>
        <translation>Aufmerksamkeit auf dem Wort oder der Zahl, zu der die Query gehört</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>separators</source>
        <translation>Trenner</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>attention on what stands between words and numbers</source>
        <translation>Aufmerksamkeit auf dem, was zwischen Wörtern und Zahlen steht</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>reads fields</source>
        <translation>liest Felder</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>attention of the rows that write a word or a number on one that is read</source>
        <translation>Aufmerksamkeit der Zeilen, die ein Wort oder eine Zahl schreiben, auf einem, das gelesen wird</translation>
    </message>
    <message>
        <location filename="ui/stations/head_words.cpp"/>
        <source>broad</source>
        <translation>breit</translation>
    </message>
    <message>
        <location filename="ui/stations/heads_overview.cpp"/>
        <source>Every head of every layer as a small map, how sharply it looks, and a guess at what it looks for</source>
        <translation>Jeder Kopf jeder Schicht als kleine Karte, wie scharf er blickt, und eine Vermutung, wonach</translation>
    </message>
    <message>
        <location filename="ui/stations/heads_overview.cpp"/>
        <source>Bar: entropy of the head. Tick: that of equal weights, ln S of what may be seen.</source>
        <translation>Balken: Entropie des Kopfes. Strich: bei gleichen Gewichten, ln S der sichtbaren Keys.</translation>
    </message>
    <message>
        <location filename="ui/stations/heads_overview.cpp"/>
        <source>muted</source>
        <translation>stumm</translation>
    </message>
    <message>
        <location filename="ui/stations/heads_overview.cpp"/>
        <source>%1?</source>
        <translation>%1?</translation>
    </message>
    <message>
        <location filename="ui/stations/heads_overview.cpp"/>
        <source>%1: %2
guessed from %3 on</source>
        <translation>%1: %2
vermutet ab %3</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/stations/heads_overview.cpp"/>
        <source>Averages over %n queries; %1.</source>
        <translation><numerusform>Werte von %n Query; %1.</numerusform><numerusform>Mittelwerte über %n Querys; %1.</numerusform></translation>
    </message>
    <message>
        <location filename="ui/stations/heads_overview.cpp"/>
        <source>Attention is not explanation: whether the model needs this head shows only when it is muted, with “Mute head %1” above.</source>
        <translation>Aufmerksamkeit ist keine Erklärung: Ob das Modell diesen Kopf braucht, zeigt sich erst, wenn er stumm ist, mit „Kopf %1 stummschalten“ oben.</translation>
    </message>
    <message>
        <location filename="ui/stations/hidden_units.cpp"/>
        <source>%1 of the gradients are 0 before the activation</source>
        <translation>%1 der Gradienten sind vor der Aktivierung 0</translation>
    </message>
    <message>
        <location filename="ui/stations/hidden_units.cpp"/>
        <source>%1 of all units are silent: |h| ≤ %2</source>
        <translation>%1 aller Einheiten schweigen: |h| ≤ %2</translation>
    </message>
    <message>
        <location filename="ui/stations/hidden_units.cpp"/>
        <source>%1 of all units are silent: exactly 0 after the activation</source>
        <translation>%1 aller Einheiten schweigen: genau 0 nach der Aktivierung</translation>
    </message>
    <message>
        <location filename="ui/stations/hidden_units.cpp"/>
        <source>silent</source>
        <translation>schweigen</translation>
    </message>
    <message>
        <location filename="ui/stations/hidden_units.cpp"/>
        <source>%1 of this token’s units are silent</source>
        <translation>%1 der Einheiten dieses Tokens schweigen</translation>
    </message>
    <message>
        <location filename="ui/stations/hidden_units.cpp"/>
        <source>From how many tokens each unit has a gradient, most first; without one: %1 of %2</source>
        <translation>Von wie vielen Token jede Einheit einen Gradienten hat, die meisten zuerst; ohne: %1 von %2</translation>
    </message>
    <message>
        <location filename="ui/stations/hidden_units.cpp"/>
        <source>How many tokens switch each unit on, most first; silent: %1 of %2</source>
        <translation>Token je Einheit, die meisten zuerst; stumm: %1 von %2</translation>
    </message>
    <message>
        <location filename="ui/stations/hidden_units.cpp"/>
        <source>The largest gradients at “%1”; units with one: %2 of %3</source>
        <translation>Die größten Gradienten bei „%1“; Einheiten mit einem: %2 von %3</translation>
    </message>
    <message>
        <location filename="ui/stations/hidden_units.cpp"/>
        <source>What “%1” switches on: %2 of %3 units, strongest first</source>
        <translation>Was „%1“ einschaltet: %2 von %3 Einheiten, die stärksten zuerst</translation>
    </message>
    <message>
        <location filename="ui/stations/hidden_units.cpp"/>
        <source>unit %1: %2</source>
        <translation>Einheit %1: %2</translation>
    </message>
    <message>
        <location filename="ui/stations/hidden_units.cpp"/>
        <source>unit %1: %2 before the activation, %3 after it</source>
        <translation>Einheit %1: %2 vor der Aktivierung, %3 danach</translation>
    </message>
    <message>
        <location filename="ui/stations/hidden_units.cpp"/>
        <source>Hidden units</source>
        <translation>Verborgene Einheiten</translation>
    </message>
    <message>
        <location filename="ui/stations/hidden_units.cpp"/>
        <source>Which hidden units each token switches on, and how many stay silent</source>
        <translation>Welche verborgenen Einheiten jedes Token einschaltet, und wie viele schweigen</translation>
    </message>
    <message>
        <location filename="ui/stations/input_sum.cpp"/>
        <source>input: the sum, changed by you · length %1</source>
        <translation>input: die Summe, von Ihnen geändert · Länge %1</translation>
    </message>
    <message>
        <location filename="ui/stations/input_sum.cpp"/>
        <source>input: the sum · length %1</source>
        <translation>Eingabe: die Summe · Länge %1</translation>
    </message>
    <message>
        <location filename="ui/stations/input_sum.cpp"/>
        <source>token · length %1</source>
        <translation>Token · Länge %1</translation>
    </message>
    <message>
        <location filename="ui/stations/input_sum.cpp"/>
        <source>position · length %1</source>
        <translation>Position · Länge %1</translation>
    </message>
    <message>
        <location filename="ui/stations/input_sum.cpp"/>
        <source>feature %1:  %2 = %3</source>
        <translation>Merkmal %1:  %2 = %3</translation>
    </message>
    <message>
        <location filename="ui/stations/input_sum.cpp"/>
        <source>%1, changed by you to %2</source>
        <translation>%1, von Ihnen geändert zu %2</translation>
    </message>
    <message>
        <location filename="ui/stations/input_sum.cpp"/>
        <source>feature %1: %2</source>
        <translation>Merkmal %1: %2</translation>
    </message>
    <message>
        <location filename="ui/stations/input_sum.cpp"/>
        <source>Sum</source>
        <translation>Summe</translation>
    </message>
    <message>
        <location filename="ui/stations/input_sum.cpp"/>
        <source>One token’s embedding plus its position, feature by feature</source>
        <translation>Das Embedding eines Tokens plus seine Position, Merkmal für Merkmal</translation>
    </message>
    <message>
        <location filename="ui/stations/lab_answer.cpp"/>
        <source>This is being measured: %1 %</source>
        <translation>Das wird gerade gemessen: %1 %</translation>
    </message>
    <message>
        <location filename="ui/stations/lab_answer.cpp"/>
        <source>measured at training step %L1</source>
        <translation>gemessen bei Trainingsschritt %L1</translation>
    </message>
    <message>
        <location filename="ui/stations/lab_answer.cpp"/>
        <source>This has not been measured yet.</source>
        <translation>Das ist noch nicht gemessen.</translation>
    </message>
    <message>
        <location filename="ui/stations/lab_answer.cpp"/>
        <source>This has not been measured yet; it takes about %1.</source>
        <translation>Das ist noch nicht gemessen; es dauert etwa %1.</translation>
    </message>
    <message>
        <location filename="ui/stations/lab_answer.cpp"/>
        <source>This is being measured …</source>
        <translation>Das wird gerade gemessen …</translation>
    </message>
    <message>
        <location filename="ui/stations/layer_norm_steps.cpp"/>
        <source>y, the result</source>
        <translation>y, das Ergebnis</translation>
    </message>
    <message>
        <location filename="ui/stations/layer_norm_steps.cpp"/>
        <source>y, changed by you</source>
        <translation>y, von Ihnen geändert</translation>
    </message>
    <message>
        <location filename="ui/stations/layer_norm_steps.cpp"/>
        <source>x ÷ √(mean x² + ε)</source>
        <translation>x ÷ √(Mittel x² + ε)</translation>
    </message>
    <message>
        <location filename="ui/stations/layer_norm_steps.cpp"/>
        <source>× gain</source>
        <translation>× Gain</translation>
    </message>
    <message>
        <location filename="ui/stations/layer_norm_steps.cpp"/>
        <source>after the gain</source>
        <translation>nach dem Gain</translation>
    </message>
    <message>
        <location filename="ui/stations/layer_norm_steps.cpp"/>
        <source>+ bias</source>
        <translation>+ Bias</translation>
    </message>
    <message>
        <location filename="ui/stations/layer_norm_steps.cpp"/>
        <source>value of a feature</source>
        <translation>Wert eines Merkmals</translation>
    </message>
    <message>
        <location filename="ui/stations/layer_norm_steps.cpp"/>
        <source>“%1”: mean of x² = %2. Every feature is divided by √(mean x² + ε) = %3; no mean is taken off.</source>
        <translation>„%1“: Mittel von x² = %2. Jedes Merkmal wird durch √(Mittel x² + ε) = %3 geteilt; kein Mittelwert wird abgezogen.</translation>
    </message>
    <message>
        <location filename="ui/stations/layer_norm_steps.cpp"/>
        <source>“%1”: mean μ = %2, variance σ² = %3. Every feature has μ taken off and is divided by √(σ² + ε) = %4.</source>
        <translation>„%1“: Mittelwert μ = %2, Varianz σ² = %3. Von jedem Merkmal wird μ abgezogen, dann wird es durch √(σ² + ε) = %4 geteilt.</translation>
    </message>
    <message>
        <location filename="ui/stations/layer_norm_steps.cpp"/>
        <source>Share of features, before</source>
        <translation>Anteil der Merkmale, davor</translation>
    </message>
    <message>
        <location filename="ui/stations/layer_norm_steps.cpp"/>
        <source>After; line: mean 0, variance 1</source>
        <translation>Danach; Linie: μ 0, σ² 1</translation>
    </message>
    <message>
        <location filename="ui/stations/layer_norm_steps.cpp"/>
        <source>Step by step</source>
        <translation>Schritt für Schritt</translation>
    </message>
    <message>
        <location filename="ui/stations/layer_norm_steps.cpp"/>
        <source>Mean, deviation, gain and bias for one token, and its features before and after</source>
        <translation>Mittelwert, Abweichung, Gain und Bias für ein Token, und seine Merkmale davor und danach</translation>
    </message>
    <message>
        <location filename="ui/stations/layer_norm_steps.cpp"/>
        <source>Mean square and gain for one token, and its features before and after</source>
        <translation>Mittel der Quadrate und Gain für ein Token, und seine Merkmale davor und danach</translation>
    </message>
    <message>
        <location filename="ui/stations/nearest_words.cpp"/>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <location filename="ui/stations/nearest_words.cpp"/>
        <source>The words of the embedding nearest to the row of “%1”</source>
        <translation>Die Wörter der Einbettung, die der Zeile von „%1“ am nächsten sind</translation>
    </message>
    <message>
        <location filename="ui/stations/nearest_words.cpp"/>
        <source>By their cosine. This model has no head that says words: that a row is near a word’s embedding does not mean that the model would say it.</source>
        <translation>Nach ihrem Kosinus. Dieses Modell hat keine Ausgabe, die Wörter sagt: Dass eine Zeile der Einbettung eines Wortes nahe ist, heißt nicht, dass das Modell es sagen würde.</translation>
    </message>
    <message>
        <location filename="ui/stations/nearest_words.cpp"/>
        <source>Nearest words</source>
        <translation>Nächste Wörter</translation>
    </message>
    <message>
        <location filename="ui/stations/nearest_words.cpp"/>
        <source>The words whose embeddings are most like a token’s row, in a model that says no words itself</source>
        <translation>Die Wörter, deren Einbettungen der Zeile eines Tokens am ähnlichsten sind, in einem Modell, das selbst keine Wörter sagt</translation>
    </message>
    <message>
        <location filename="ui/stations/norm_gradient.cpp"/>
        <source>gradient of y</source>
        <translation>Gradient von y</translation>
    </message>
    <message>
        <location filename="ui/stations/norm_gradient.cpp"/>
        <source>g, after the gain</source>
        <translation>g, nach dem Gain</translation>
    </message>
    <message>
        <location filename="ui/stations/norm_gradient.cpp"/>
        <source>− z · mean of g·z</source>
        <translation>− z · Mittelwert von g·z</translation>
    </message>
    <message>
        <location filename="ui/stations/norm_gradient.cpp"/>
        <source>÷ √(mean x² + ε): gradient of x</source>
        <translation>÷ √(Mittel x² + ε): Gradient von x</translation>
    </message>
    <message>
        <location filename="ui/stations/norm_gradient.cpp"/>
        <source>− mean of g</source>
        <translation>− Mittelwert von g</translation>
    </message>
    <message>
        <location filename="ui/stations/norm_gradient.cpp"/>
        <source>÷ √(σ² + ε): gradient of x</source>
        <translation>÷ √(σ² + ε): Gradient von x</translation>
    </message>
    <message>
        <location filename="ui/stations/norm_gradient.cpp"/>
        <source>“%1”, z being its normalised row: mean of g·z = %2, √(mean x² + ε) = %3. The norm undoes whatever stretches a row, so no gradient is handed on for that.</source>
        <translation>„%1“, z sei die normierte Zeile: Mittel von g·z = %2, √(Mittel x² + ε) = %3. Die Norm macht rückgängig, was eine Zeile streckt, also wird dafür kein Gradient weitergegeben.</translation>
    </message>
    <message>
        <location filename="ui/stations/norm_gradient.cpp"/>
        <source>“%1”, z being its normalised row: mean of g = %2, mean of g·z = %3, √(σ² + ε) = %4. The norm undoes whatever shifts or stretches a row, so no gradient is handed on for either.</source>
        <translation>„%1“, z ist ihre normalisierte Zeile: Mittelwert von g = %2, Mittelwert von g·z = %3, √(σ² + ε) = %4. Die Norm macht rückgängig, was eine Zeile verschiebt oder streckt; für beides wird also kein Gradient weitergegeben.</translation>
    </message>
    <message>
        <location filename="ui/stations/norm_gradient.cpp"/>
        <source>gradient of x, handed on</source>
        <translation>Gradient von x, weitergegeben</translation>
    </message>
    <message>
        <location filename="ui/stations/norm_gradient.cpp"/>
        <source>What the norm does to the gradient of one token on its way back</source>
        <translation>Was die Norm mit dem Gradienten eines Tokens auf seinem Weg zurück tut</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>The likeliest words first, or all in the order of the vocabulary</source>
        <translation>Die wahrscheinlichsten Wörter zuerst, oder alle in der Reihenfolge des Vokabulars</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>likeliest first</source>
        <translation>wahrscheinlichste zuerst</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>Divides the logits before the softmax: below 1 sharper, above 1 flatter</source>
        <translation>Teilt die Logits vor dem Softmax: unter 1 schärfer, über 1 flacher</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>gradient of each logit</source>
        <translation>Gradient jedes Logits</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>logit z</source>
        <translation>Logit z</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>logit z / τ</source>
        <translation>Logit z / τ</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>probability</source>
        <translation>Wahrscheinlichkeit</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>probability at τ</source>
        <translation>Wahrscheinlichkeit bei τ</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>Token %1, after “%2”</source>
        <translation>Token %1, nach „%2“</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>Token %1, “%2”</source>
        <translation>Token %1, „%2“</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>%1: “%2” with %3</source>
        <translation>%1: „%2“ mit %3</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>%1: “%2” with %3, which is right; −ln p = %4</source>
        <translation>%1: „%2“ mit %3, richtig; −ln p = %4</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>%1: “%2” with %3; right is “%4” with %5, −ln p = %6</source>
        <translation>%1: „%2“ mit %3; richtig ist „%4“ mit %5, −ln p = %6</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>entropy %1 nats; all words alike would have ln %2 = %3</source>
        <translation>Entropie %1 nats; wären alle Wörter gleich, wäre sie ln %2 = %3</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>%1
logit %2
probability %3</source>
        <translation>%1
Logit %2
Wahrscheinlichkeit %3</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>“%1” costs %2</source>
        <translation>„%1“ kostet %2</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>nothing is asked here: no cost</source>
        <translation>hier wird nichts gefragt: keine Kosten</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>filler costs nothing</source>
        <translation>Auffüllung kostet nichts</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>%1, above this axis</source>
        <translation>%1, über dieser Achse</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>uniform guess ln V = %1</source>
        <translation>ohne Vorliebe geraten: ln V = %1</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>mean of this example %1</source>
        <translation>Mittel dieses Beispiels %1</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>mean %1</source>
        <translation>Mittel %1</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>What each right answer costs: loss of each token</source>
        <translation>Was jede richtige Antwort kostet: Verlust jedes Tokens</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <location filename="ui/stations/output_words.cpp"/>
        <source>What the model says at one position, and what each right answer costs</source>
        <translation>Was das Modell an einer Stelle sagt, und was jede richtige Antwort kostet</translation>
    </message>
    <message>
        <location filename="ui/stations/patch_picture.cpp"/>
        <source>row %1, column %2</source>
        <translation>Zeile %1, Spalte %2</translation>
    </message>
    <message>
        <location filename="ui/stations/picture.cpp"/>
        <source>Point at a patch to see it.</source>
        <translation>Zeigen Sie auf einen Ausschnitt, um ihn zu sehen.</translation>
    </message>
    <message>
        <location filename="ui/stations/picture.cpp"/>
        <source>%1: row %2 of the source, %3 of its %4 numbers are not 0.</source>
        <translation>%1: Zeile %2 der Quelle, %3 ihrer %4 Zahlen sind nicht 0.</translation>
    </message>
    <message>
        <location filename="ui/stations/picture.cpp"/>
        <source>The source has not 36 rows of numbers, and so it is no picture of patches.</source>
        <translation>Die Quelle hat nicht 36 Zeilen von Zahlen und ist darum kein Bild aus Ausschnitten.</translation>
    </message>
    <message>
        <location filename="ui/stations/picture.cpp"/>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <location filename="ui/stations/picture.cpp"/>
        <source>The patches of the source as the picture that they are</source>
        <translation>Die Ausschnitte der Quelle als das Bild, das sie sind</translation>
    </message>
    <message>
        <location filename="ui/stations/picture_attention.cpp"/>
        <source>Mean of the heads</source>
        <translation>Mittel der Köpfe</translation>
    </message>
    <message>
        <location filename="ui/stations/picture_attention.cpp"/>
        <source>The mean weights of all heads of this layer in the place of those of one</source>
        <translation>Die mittleren Gewichte aller Köpfe dieser Schicht anstelle derer eines Kopfes</translation>
    </message>
    <message>
        <location filename="ui/stations/picture_attention.cpp"/>
        <source>next</source>
        <translation>nächstes</translation>
    </message>
    <message>
        <location filename="ui/stations/picture_attention.cpp"/>
        <source>mean of the heads</source>
        <translation>Mittel der Köpfe</translation>
    </message>
    <message>
        <location filename="ui/stations/picture_attention.cpp"/>
        <source>While “%1” is written, most is read from %2: %3 % of the weight.</source>
        <translation>Während „%1“ geschrieben wird, wird am meisten aus %2 gelesen: %3 % des Gewichts.</translation>
    </message>
    <message>
        <location filename="ui/stations/picture_attention.cpp"/>
        <source>The patch in %1 reads most from %2: %3 % of the weight.</source>
        <translation>Der Ausschnitt in %1 liest am meisten aus %2: %3 % des Gewichts.</translation>
    </message>
    <message>
        <location filename="ui/stations/picture_attention.cpp"/>
        <source>from the patch in %1</source>
        <translation>vom Ausschnitt in %1</translation>
    </message>
    <message>
        <location filename="ui/stations/picture_attention.cpp"/>
        <source>On the picture</source>
        <translation>Auf dem Bild</translation>
    </message>
    <message>
        <location filename="ui/stations/picture_attention.cpp"/>
        <source>The weights of a query as light on the patches that it reads</source>
        <translation>Die Gewichte einer Query als Licht auf den Ausschnitten, die sie liest</translation>
    </message>
    <message>
        <location filename="ui/stations/position_bias.cpp"/>
        <source>%1: m = 2^(−8·%2/%3) = %4, for each token of distance that much less.</source>
        <translation>%1: m = 2^(−8·%2/%3) = %4, für jedes Token Abstand so viel weniger.</translation>
    </message>
    <message>
        <location filename="ui/stations/position_bias.cpp"/>
        <source>%1: %2 learned numbers, one for each offset up to %3; further away the last one holds.</source>
        <translation>%1: %2 gelernte Zahlen, eine für jeden Abstand bis %3; weiter weg gilt die letzte.</translation>
    </message>
    <message>
        <location filename="ui/stations/position_bias.cpp"/>
        <source>At offset %1 it adds %2.</source>
        <translation>Beim Abstand %1 addiert er %2.</translation>
    </message>
    <message>
        <location filename="ui/stations/position_bias.cpp"/>
        <source>offset %1</source>
        <translation>Abstand %1</translation>
    </message>
    <message>
        <location filename="ui/stations/position_bias.cpp"/>
        <source>what is added, by offset: a curve for each head</source>
        <translation>was addiert wird, nach Abstand: eine Kurve für jeden Kopf</translation>
    </message>
    <message>
        <location filename="ui/stations/position_bias.cpp"/>
        <source>what is added, by offset: a line for each head</source>
        <translation>was addiert wird, nach Abstand: eine Linie für jeden Kopf</translation>
    </message>
    <message>
        <location filename="ui/stations/position_bias.cpp"/>
        <source>offset j − i (later keys are hidden)</source>
        <translation>Abstand j − i (spätere Keys sind maskiert)</translation>
    </message>
    <message>
        <location filename="ui/stations/position_bias.cpp"/>
        <source>offset j − i</source>
        <translation>Abstand j − i</translation>
    </message>
    <message>
        <location filename="ui/stations/position_bias.cpp"/>
        <source>content</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <location filename="ui/stations/position_bias.cpp"/>
        <source>sum · ±%1</source>
        <translation>Summe · ±%1</translation>
    </message>
    <message>
        <location filename="ui/stations/position_bias.cpp"/>
        <source>content (scaled)</source>
        <translation>Inhalt (skaliert)</translation>
    </message>
    <message>
        <location filename="ui/stations/position_bias.cpp"/>
        <source>their sum (biased)</source>
        <translation>ihre Summe</translation>
    </message>
    <message>
        <location filename="ui/stations/position_bias.cpp"/>
        <source>Content and position</source>
        <translation>Inhalt und Position</translation>
    </message>
    <message>
        <location filename="ui/stations/position_bias.cpp"/>
        <source>Scores plus what positions add, as matrices, and what they add by the offset, head by head</source>
        <translation>Scores plus was Positionen addieren, als Matrizen, und was sie nach Abstand addieren, Kopf für Kopf</translation>
    </message>
    <message>
        <location filename="ui/stations/position_curves.cpp"/>
        <source>Feature</source>
        <translation>Merkmal</translation>
    </message>
    <message>
        <location filename="ui/stations/position_curves.cpp"/>
        <source>The first feature that has a curve, counted from 1</source>
        <translation>Das erste Merkmal, das eine Kurve hat, gezählt ab 1</translation>
    </message>
    <message>
        <location filename="ui/stations/position_curves.cpp"/>
        <source>and every</source>
        <translation>und jedes</translation>
    </message>
    <message>
        <location filename="ui/stations/position_curves.cpp"/>
        <source>How many features further the next curve is; there are up to four</source>
        <translation>Wie viele Merkmale weiter die nächste Kurve liegt; es gibt bis zu vier</translation>
    </message>
    <message>
        <location filename="ui/stations/position_curves.cpp"/>
        <source>Positions</source>
        <translation>Positionen</translation>
    </message>
    <message>
        <location filename="ui/stations/position_curves.cpp"/>
        <source>How far the formula is drawn on, beyond the text</source>
        <translation>Wie weit die Formel über den Text hinaus gezeichnet wird</translation>
    </message>
    <message>
        <location filename="ui/stations/position_curves.cpp"/>
        <source>feature %1</source>
        <translation>Merkmal %1</translation>
    </message>
    <message>
        <location filename="ui/stations/position_curves.cpp"/>
        <source>feature %1 · sine · wavelength %2</source>
        <translation>Merkmal %1 · Sinus · Wellenlänge %2</translation>
    </message>
    <message>
        <location filename="ui/stations/position_curves.cpp"/>
        <source>feature %1 · cosine · wavelength %2</source>
        <translation>Merkmal %1 · Kosinus · Wellenlänge %2</translation>
    </message>
    <message>
        <location filename="ui/stations/position_curves.cpp"/>
        <source>position %1, “%2”</source>
        <translation>Position %1, „%2“</translation>
    </message>
    <message>
        <location filename="ui/stations/position_curves.cpp"/>
        <source>position p, from 0; dots: the positions of this text</source>
        <translation>Position p, ab 0; Punkte: die Positionen dieses Textes</translation>
    </message>
    <message>
        <location filename="ui/stations/position_curves.cpp"/>
        <source>position p, from 0</source>
        <translation>Position p, ab 0</translation>
    </message>
    <message>
        <location filename="ui/stations/position_curves.cpp"/>
        <source>position %1 · feature %2
%3</source>
        <translation>Position %1 · Merkmal %2
%3</translation>
    </message>
    <message>
        <location filename="ui/stations/position_curves.cpp"/>
        <source>Over the features: position %1, “%2”</source>
        <translation>Über den Merkmalen: Position %1, „%2“</translation>
    </message>
    <message>
        <location filename="ui/stations/position_curves.cpp"/>
        <source>Over the positions</source>
        <translation>Über den Positionen</translation>
    </message>
    <message>
        <location filename="ui/stations/position_curves.cpp"/>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <location filename="ui/stations/position_curves.cpp"/>
        <source>The positions as curves: over the text for some features, over the features for one position</source>
        <translation>Die Positionen als Kurven: über dem Text für einige Merkmale, über den Merkmalen für eine Position</translation>
    </message>
    <message>
        <location filename="ui/stations/position_kinds.cpp"/>
        <source>Sinusoidal</source>
        <translation>Sinusförmig</translation>
    </message>
    <message>
        <location filename="ui/stations/position_kinds.cpp"/>
        <source>Learned</source>
        <translation>Gelernt</translation>
    </message>
    <message>
        <location filename="ui/stations/position_kinds.cpp"/>
        <source>Relative</source>
        <translation>Relativ</translation>
    </message>
    <message>
        <location filename="ui/stations/position_kinds.cpp"/>
        <source>Rotary</source>
        <translation>Rotierend</translation>
    </message>
    <message>
        <location filename="ui/stations/position_kinds.cpp"/>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <location filename="ui/stations/position_kinds.cpp"/>
        <source>this model’s own</source>
        <translation>die dieses Modells</translation>
    </message>
    <message>
        <location filename="ui/stations/position_kinds.cpp"/>
        <source>not this model’s: from the formula</source>
        <translation>nicht die dieses Modells: aus der Formel</translation>
    </message>
    <message>
        <location filename="ui/stations/position_kinds.cpp"/>
        <source>of a model like this one, trained for %1 steps</source>
        <translation>eines Modells wie dieses, %1 Schritte trainiert</translation>
    </message>
    <message>
        <location filename="ui/stations/position_kinds.cpp"/>
        <source>not this model’s</source>
        <translation>nicht die dieses Modells</translation>
    </message>
    <message>
        <location filename="ui/stations/position_kinds.cpp"/>
        <source>This model has no table of numbers by distance. What such a table holds, training puts there.</source>
        <translation>Dieses Modell hat keine Tabelle von Zahlen nach dem Abstand. Was eine solche Tabelle enthält, legt das Training hinein.</translation>
    </message>
    <message>
        <location filename="ui/stations/position_kinds.cpp"/>
        <source>This model has no table of learned positions. What such a table holds, training puts there.</source>
        <translation>Dieses Modell hat keine Tabelle gelernter Positionen. Was eine solche Tabelle enthält, legt das Training hinein.</translation>
    </message>
    <message>
        <location filename="ui/stations/position_kinds.cpp"/>
        <source>b(j − i) of %1</source>
        <translation>b(j − i) von %1</translation>
    </message>
    <message>
        <location filename="ui/stations/position_kinds.cpp"/>
        <source>nothing is added</source>
        <translation>nichts wird addiert</translation>
    </message>
    <message>
        <location filename="ui/stations/position_kinds.cpp"/>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <location filename="ui/stations/position_kinds.cpp"/>
        <source>What two places are to each other, for six kinds of positions</source>
        <translation>Was zwei Plätze einander sind, für sechs Arten von Positionen</translation>
    </message>
    <message>
        <location filename="ui/stations/residual_flow.cpp"/>
        <source>%1
mean length %2</source>
        <translation>%1
mittlere Länge %2</translation>
    </message>
    <message>
        <location filename="ui/stations/residual_flow.cpp"/>
        <source>%1
“%2”: length %3</source>
        <translation>%1
„%2“: Länge %3</translation>
    </message>
    <message>
        <location filename="ui/stations/residual_flow.cpp"/>
        <source>mean of all tokens</source>
        <translation>Mittel aller Token</translation>
    </message>
    <message>
        <location filename="ui/stations/residual_flow.cpp"/>
        <source>what is added to %1</source>
        <translation>was zu %1 addiert wird</translation>
    </message>
    <message>
        <location filename="ui/stations/residual_flow.cpp"/>
        <source>√D, a row of variance 1</source>
        <translation>√D, eine Zeile mit Varianz 1</translation>
    </message>
    <message>
        <location filename="ui/stations/residual_flow.cpp"/>
        <source>Length of each token’s gradient</source>
        <translation>Länge des Gradienten jedes Tokens</translation>
    </message>
    <message>
        <location filename="ui/stations/residual_flow.cpp"/>
        <source>Length of each token’s row</source>
        <translation>Länge der Zeile jedes Tokens</translation>
    </message>
    <message>
        <location filename="ui/stations/residual_flow.cpp"/>
        <source>Residual stream</source>
        <translation>Residualstrom</translation>
    </message>
    <message>
        <location filename="ui/stations/residual_flow.cpp"/>
        <source>The stream from the embedding to its end: who reads it, who adds to it, where the norms stand, and how long each token’s row is</source>
        <translation>Der Strom vom Embedding bis zu seinem Ende: wer ihn liest, wer zu ihm addiert, wo die Normen stehen und wie lang die Zeile jedes Tokens ist</translation>
    </message>
    <message>
        <location filename="ui/stations/rotation.cpp"/>
        <source>%1°</source>
        <translation>%1°</translation>
    </message>
    <message>
        <location filename="ui/stations/rotation.cpp"/>
        <source>“%1” at position %2, pair %3
turned by %4
(%5, %6) → (%7, %8)</source>
        <translation>„%1“ an Position %2, Paar %3
gedreht um %4
(%5, %6) → (%7, %8)</translation>
    </message>
    <message>
        <location filename="ui/stations/rotation.cpp"/>
        <source>pairs of the keys, turned</source>
        <translation>Paare der Keys, gedreht</translation>
    </message>
    <message>
        <location filename="ui/stations/rotation.cpp"/>
        <source>pairs of the queries, turned</source>
        <translation>Paare der Querys, gedreht</translation>
    </message>
    <message>
        <location filename="ui/stations/rotation.cpp"/>
        <source>score: q “%1” · k “%2”</source>
        <translation>Score: q „%1“ · k „%2“</translation>
    </message>
    <message>
        <location filename="ui/stations/rotation.cpp"/>
        <source>Both moved on by 0 to %1 places: the scores differ by %2. Only j − i = %3 counts.</source>
        <translation>Beide um 0 bis %1 Plätze weitergerückt: Die Scores unterscheiden sich um %2. Nur j − i = %3 zählt.</translation>
    </message>
    <message>
        <location filename="ui/stations/rotation.cpp"/>
        <source>places moved on</source>
        <translation>Plätze weitergerückt</translation>
    </message>
    <message>
        <location filename="ui/stations/rotation.cpp"/>
        <source>both moved on</source>
        <translation>beide</translation>
    </message>
    <message>
        <location filename="ui/stations/rotation.cpp"/>
        <source>the key alone</source>
        <translation>der Key allein</translation>
    </message>
    <message>
        <location filename="ui/stations/rotation.cpp"/>
        <source>Rotation</source>
        <translation>Drehung</translation>
    </message>
    <message>
        <location filename="ui/stations/rotation.cpp"/>
        <source>Pairs of features turned by their position, and a score that follows the offset alone</source>
        <translation>Paare von Merkmalen, nach ihrer Position gedreht, und ein Score, der allein dem Abstand folgt</translation>
    </message>
    <message>
        <location filename="ui/stations/row_similarity.cpp"/>
        <source>Compare by</source>
        <translation>Vergleich durch</translation>
    </message>
    <message>
        <location filename="ui/stations/row_similarity.cpp"/>
        <source>The cosine leaves the length of the rows aside: 1 is the same direction</source>
        <translation>Der Kosinus lässt die Länge der Zeilen außer Acht: 1 ist dieselbe Richtung</translation>
    </message>
    <message>
        <location filename="ui/stations/row_similarity.cpp"/>
        <source>dot product</source>
        <translation>Skalarprodukt</translation>
    </message>
    <message>
        <location filename="ui/stations/row_similarity.cpp"/>
        <source>cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <location filename="ui/stations/row_similarity.cpp"/>
        <source>%1, with every row</source>
        <translation>%1, mit jeder Zeile</translation>
    </message>
    <message>
        <location filename="ui/stations/row_similarity.cpp"/>
        <source>“%1” with “%2”
%3</source>
        <translation>„%1“ mit „%2“
%3</translation>
    </message>
    <message>
        <location filename="ui/stations/row_similarity.cpp"/>
        <source>X · Xᵀ</source>
        <translation>X · Xᵀ</translation>
    </message>
    <message>
        <location filename="ui/stations/row_similarity.cpp"/>
        <source>cosine of the rows</source>
        <translation>Kosinus der Zeilen</translation>
    </message>
    <message>
        <location filename="ui/stations/row_similarity.cpp"/>
        <source>Similarity</source>
        <translation>Ähnlichkeit</translation>
    </message>
    <message>
        <location filename="ui/stations/row_similarity.cpp"/>
        <source>Every row compared with every other: how alike they are</source>
        <translation>Jede Zeile mit jeder anderen verglichen: wie ähnlich sie sich sind</translation>
    </message>
    <message>
        <location filename="ui/stations/score_families.cpp"/>
        <source>dot</source>
        <translation>dot</translation>
    </message>
    <message>
        <location filename="ui/stations/score_families.cpp"/>
        <source>scaled dot</source>
        <translation>dot, skaliert</translation>
    </message>
    <message>
        <location filename="ui/stations/score_families.cpp"/>
        <source>general</source>
        <translation>general</translation>
    </message>
    <message>
        <location filename="ui/stations/score_families.cpp"/>
        <source>location</source>
        <translation>location</translation>
    </message>
    <message>
        <location filename="ui/stations/score_families.cpp"/>
        <source>concat (additive)</source>
        <translation>concat (additiv)</translation>
    </message>
    <message>
        <location filename="ui/stations/score_families.cpp"/>
        <source>(h · W_a) at the place of s</source>
        <translation>(h · W_a) am Platz von s</translation>
    </message>
    <message>
        <location filename="ui/stations/score_families.cpp"/>
        <source>Without its matrix and v there is no number to show.</source>
        <translation>Ohne Matrix und v dafür gibt es keine Zahl.</translation>
    </message>
    <message>
        <location filename="ui/stations/score_families.cpp"/>
        <source>Without its W_a there is no number to show.</source>
        <translation>Ohne W_a dafür gibt es keine Zahl.</translation>
    </message>
    <message>
        <location filename="ui/stations/score_families.cpp"/>
        <source>needs no weights</source>
        <translation>braucht keine Gewichte</translation>
    </message>
    <message>
        <location filename="ui/stations/score_families.cpp"/>
        <source>%1, state of “%2”: score %3</source>
        <translation>%1, Zustand von „%2“: Score %3</translation>
    </message>
    <message>
        <location filename="ui/stations/score_families.cpp"/>
        <source>weight %1</source>
        <translation>Gewicht %1</translation>
    </message>
    <message>
        <location filename="ui/stations/score_families.cpp"/>
        <source>%1
term %2 of the sum</source>
        <translation>%1
Term %2 der Summe</translation>
    </message>
    <message>
        <location filename="ui/stations/score_families.cpp"/>
        <source>sum %1</source>
        <translation>Summe %1</translation>
    </message>
    <message>
        <location filename="ui/stations/score_families.cpp"/>
        <source>h of the row “%1”, s of “%2”</source>
        <translation>h der Zeile „%1“, s von „%2“</translation>
    </message>
    <message>
        <location filename="ui/stations/score_families.cpp"/>
        <source>%1: the model’s own score is %2.</source>
        <translation>%1: Der eigene Score des Modells ist %2.</translation>
    </message>
    <message>
        <location filename="ui/stations/score_families.cpp"/>
        <source>the terms of one score</source>
        <translation>die Terme eines Scores</translation>
    </message>
    <message>
        <location filename="ui/stations/score_families.cpp"/>
        <source>softmax of its scores</source>
        <translation>Softmax der Scores</translation>
    </message>
    <message>
        <location filename="ui/stations/score_families.cpp"/>
        <source>Kinds of scores</source>
        <translation>Arten von Scores</translation>
    </message>
    <message>
        <location filename="ui/stations/score_families.cpp"/>
        <source>Dot, scaled dot, general, location and concat on the same two states, as far as this model has weights for them</source>
        <translation>Dot, skaliertes dot, general, location und concat auf denselben zwei Zuständen, soweit dieses Modell Gewichte dafür hat</translation>
    </message>
    <message>
        <location filename="ui/stations/scores_form.cpp"/>
        <source>%1 × %2 · ±%3</source>
        <translation>%1 × %2 · ±%3</translation>
    </message>
    <message>
        <location filename="ui/stations/scores_form.cpp"/>
        <source>Point at a score to see it computed this way.</source>
        <translation>Zeigen Sie auf einen Score, um ihn so berechnet zu sehen.</translation>
    </message>
    <message>
        <location filename="ui/stations/scores_form.cpp"/>
        <source>Row %1, column %2: by this product %3, after your change %4</source>
        <translation>Zeile %1, Spalte %2: nach diesem Produkt %3, nach Ihrer Änderung %4</translation>
    </message>
    <message>
        <location filename="ui/stations/scores_form.cpp"/>
        <source>Row %1, column %2: by this product %3, in the model %4</source>
        <translation>Zeile %1, Spalte %2: durch dieses Produkt %3, im Modell %4</translation>
    </message>
    <message>
        <location filename="ui/stations/scores_form.cpp"/>
        <source>X</source>
        <translation>X</translation>
    </message>
    <message>
        <location filename="ui/stations/scores_form.cpp"/>
        <source>W_Q W_Kᵀ</source>
        <translation>W_Q W_Kᵀ</translation>
    </message>
    <message>
        <location filename="ui/stations/scores_form.cpp"/>
        <source>Xᵀ</source>
        <translation>Xᵀ</translation>
    </message>
    <message>
        <location filename="ui/stations/scores_form.cpp"/>
        <source>Yᵀ of the source</source>
        <translation>Yᵀ der Quelle</translation>
    </message>
    <message>
        <location filename="ui/stations/scores_form.cpp"/>
        <source>from b</source>
        <translation>aus b</translation>
    </message>
    <message>
        <location filename="ui/stations/scores_form.cpp"/>
        <source>%1  =</source>
        <translation>%1  =</translation>
    </message>
    <message>
        <location filename="ui/stations/scores_form.cpp"/>
        <source>One form</source>
        <translation>Eine Form</translation>
    </message>
    <message>
        <location filename="ui/stations/scores_form.cpp"/>
        <source>Scores as X (W_Q W_Kᵀ) Xᵀ, with one matrix for each head</source>
        <translation>Scores als X (W_Q W_Kᵀ) Xᵀ, mit einer Matrix für jeden Kopf</translation>
    </message>
    <message>
        <location filename="ui/stations/station_bar.cpp"/>
        <source>Matrices</source>
        <translation>Matrizen</translation>
    </message>
    <message>
        <location filename="ui/stations/station_bar.cpp"/>
        <source>Operands, operator and result as matrices</source>
        <translation>Operanden, Operator und Ergebnis als Matrizen</translation>
    </message>
    <message>
        <location filename="ui/stations/station_bar.cpp"/>
        <source>Mute head %1</source>
        <translation>Kopf %1 stummschalten</translation>
    </message>
    <message>
        <location filename="ui/stations/station_bar.cpp"/>
        <source>Lets the head be heard again</source>
        <translation>Lässt den Kopf wieder zu Wort kommen</translation>
    </message>
    <message>
        <location filename="ui/stations/station_bar.cpp"/>
        <source>Sets all that the head says to 0, to see what the loss does</source>
        <translation>Setzt alles, was der Kopf sagt, auf 0: Was tut der Verlust?</translation>
    </message>
    <message>
        <location filename="ui/stations/stream_scheme.cpp"/>
        <source>Token mixer</source>
        <translation>Tokenmischer</translation>
    </message>
    <message>
        <location filename="ui/stations/time_gradients.cpp"/>
        <source>At d = %1 it is %2 times what it is at d = %3.</source>
        <translation>Bei d = %1 ist er das %2-fache von dem bei d = %3.</translation>
    </message>
    <message>
        <location filename="ui/stations/time_gradients.cpp"/>
        <source>Measured: ‖∂loss_t/∂x_k‖, loss_t the loss of row t alone, x_k the embedding of a token that is read d tokens before the row’s own. The curve is the mean over the rows that were measured, the bars reach from the least to the largest.</source>
        <translation>Gemessen: ‖∂loss_t/∂x_k‖, loss_t der Verlust der Zeile t allein, x_k das Embedding eines Tokens, das d Token vor dem der Zeile gelesen wird. Die Kurve ist das Mittel über die gemessenen Zeilen, die Balken reichen vom kleinsten zum größten.</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/stations/time_gradients.cpp"/>
        <source>d = %1: mean %2
from %3 to %4, %n pairs</source>
        <translation><numerusform>d = %1: Mittel %2
von %3 bis %4, %n Paar</numerusform><numerusform>d = %1: Mittel %2
von %3 bis %4, %n Paare</numerusform></translation>
    </message>
    <message>
        <location filename="ui/stations/time_gradients.cpp"/>
        <source>log₁₀ of the gradient’s length, by distance in time</source>
        <translation>log₁₀ der Länge des Gradienten, nach Abstand in der Zeit</translation>
    </message>
    <message>
        <location filename="ui/stations/time_gradients.cpp"/>
        <source>d, tokens back</source>
        <translation>d, Token zurück</translation>
    </message>
    <message>
        <location filename="ui/stations/time_gradients.cpp"/>
        <source>log₁₀ of the length</source>
        <translation>log₁₀ der Länge</translation>
    </message>
    <message>
        <location filename="ui/stations/time_gradients.cpp"/>
        <source>loss of</source>
        <translation>Verlust von</translation>
    </message>
    <message>
        <location filename="ui/stations/time_gradients.cpp"/>
        <source>%1
loss of “%2”, token “%3”</source>
        <translation>%1
Verlust von „%2“, Token „%3“</translation>
    </message>
    <message>
        <location filename="ui/stations/time_gradients.cpp"/>
        <source>d = %1</source>
        <translation>d = %1</translation>
    </message>
    <message>
        <location filename="ui/stations/time_gradients.cpp"/>
        <source>It is measured for your own example, not for a training step that is walked through.</source>
        <translation>Gemessen wird es für Ihr eigenes Beispiel, nicht für einen Trainingsschritt, durch den gegangen wird.</translation>
    </message>
    <message>
        <location filename="ui/stations/time_gradients.cpp"/>
        <source>It has not been measured for this example yet.</source>
        <translation>Für dieses Beispiel ist es noch nicht gemessen.</translation>
    </message>
    <message>
        <location filename="ui/stations/time_gradients.cpp"/>
        <source>Back in time</source>
        <translation>Zurück in der Zeit</translation>
    </message>
    <message>
        <location filename="ui/stations/time_gradients.cpp"/>
        <source>How strongly each loss hangs on tokens that were read before, by their distance</source>
        <translation>Wie stark jeder Verlust von Token abhängt, die davor gelesen wurden, nach ihrem Abstand</translation>
    </message>
    <message>
        <location filename="ui/stations/token_vectors.cpp"/>
        <source>%1 · id %2</source>
        <translation>%1 · Nr. %2</translation>
    </message>
    <message>
        <location filename="ui/stations/token_vectors.cpp"/>
        <source>feature %1 of %2: %3</source>
        <translation>Merkmal %1 von %2: %3</translation>
    </message>
    <message>
        <location filename="ui/stations/token_vectors.cpp"/>
        <source>%1 · feature %2
%3</source>
        <translation>%1 · Merkmal %2
%3</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/stations/token_vectors.cpp"/>
        <source>%n features, from %1 to %2</source>
        <translation><numerusform>%n Merkmal, von %1 bis %2</numerusform><numerusform>%n Merkmale, von %1 bis %2</numerusform></translation>
    </message>
    <message>
        <location filename="ui/stations/token_vectors.cpp"/>
        <source>Vectors</source>
        <translation>Vektoren</translation>
    </message>
    <message>
        <location filename="ui/stations/token_vectors.cpp"/>
        <source>Each token’s row of the embedding table as bars, one for each feature</source>
        <translation>Die Zeile jedes Tokens in der Embedding-Tabelle als Balken, einer für jedes Merkmal</translation>
    </message>
    <message>
        <location filename="ui/stations/tour_map.cpp"/>
        <source>The tour that it was given is %1 long.</source>
        <translation>Die Tour, die ihm gegeben wurde, ist %1 lang.</translation>
    </message>
    <message>
        <location filename="ui/stations/tour_map.cpp"/>
        <source>The shortest tour is %1 long</source>
        <translation>Die kürzeste Tour ist %1 lang</translation>
    </message>
    <message>
        <location filename="ui/stations/tour_map.cpp"/>
        <source>, and so is the model’s own.</source>
        <translation>, und ebenso die des Modells.</translation>
    </message>
    <message>
        <location filename="ui/stations/tour_map.cpp"/>
        <source>, the model’s own %1: %2 % longer.</source>
        <translation>, die des Modells %1: %2 % länger.</translation>
    </message>
    <message>
        <location filename="ui/stations/tour_map.cpp"/>
        <source>Choose a row of the tour so far: where it stands then, and where the model would go.</source>
        <translation>Wählen Sie eine Zeile der Tour bis hier, um zu sehen, wo sie dann steht und wohin das Modell ginge.</translation>
    </message>
    <message>
        <location filename="ui/stations/tour_map.cpp"/>
        <source>Choice %1 of %2: the model would go to city %3 (%4 %)</source>
        <translation>Wahl %1 von %2: Das Modell ginge zu Stadt %3 (%4 %)</translation>
    </message>
    <message>
        <location filename="ui/stations/tour_map.cpp"/>
        <source>, as the tour that it was given.</source>
        <translation>, wie die Tour, die ihm gegeben wurde.</translation>
    </message>
    <message>
        <location filename="ui/stations/tour_map.cpp"/>
        <source>; the tour that it was given goes to city %1.</source>
        <translation>; die Tour, die ihm gegeben wurde, geht zu Stadt %1.</translation>
    </message>
    <message>
        <location filename="ui/stations/tour_map.cpp"/>
        <source>The cities in the order %1:</source>
        <translation>Die Städte in der Reihenfolge %1:</translation>
    </message>
    <message>
        <location filename="ui/stations/tour_map.cpp"/>
        <source>the model goes the same way; moved back, no step differs by more than %1, which is rounding.</source>
        <translation>das Modell geht denselben Weg; zurückgeschoben unterscheidet sich kein Schritt um mehr als %1, das ist Rundung.</translation>
    </message>
    <message>
        <location filename="ui/stations/tour_map.cpp"/>
        <source>moved back, steps differ by up to %1.</source>
        <translation>zurückgestellt unterscheiden sich die Operationen um bis zu %1.</translation>
    </message>
    <message>
        <location filename="ui/stations/tour_map.cpp"/>
        <source>start</source>
        <translation>Anfang</translation>
    </message>
    <message>
        <location filename="ui/stations/tour_map.cpp"/>
        <source>City %1 at %2, %3</source>
        <translation>Stadt %1 bei %2, %3</translation>
    </message>
    <message>
        <location filename="ui/stations/tour_map.cpp"/>
        <source>Drag it, or move it with Shift and the arrow keys (with Ctrl too further): the model and the shortest tour follow.</source>
        <translation>Ziehen Sie sie, oder verschieben Sie sie mit Umschalt und den Pfeiltasten (mit Strg dazu weiter): Das Modell und die kürzeste Tour folgen.</translation>
    </message>
    <message>
        <location filename="ui/stations/tour_map.cpp"/>
        <source>The tour so far</source>
        <translation>Die Tour bis hier</translation>
    </message>
    <message>
        <location filename="ui/stations/tour_map.cpp"/>
        <source>Cities</source>
        <translation>Städte</translation>
    </message>
    <message>
        <location filename="ui/stations/tour_map.cpp"/>
        <source>The cities in the plane, the model’s tour beside the shortest, and how probable each next city is; drag the cities</source>
        <translation>Die Städte in der Ebene, die Tour des Modells neben der kürzesten und wie wahrscheinlich jede nächste Stadt ist; ziehen Sie die Städte</translation>
    </message>
    <message>
        <location filename="ui/stations/weight_bars.cpp"/>
        <source>“%1” looks at “%2” with weight %3</source>
        <translation>„%1“ blickt auf „%2“ mit Gewicht %3</translation>
    </message>
    <message>
        <location filename="ui/stations/weight_bars.cpp"/>
        <source>“%1”: %2</source>
        <translation>„%1“: %2</translation>
    </message>
    <message>
        <location filename="ui/stations/weight_update.cpp"/>
        <source>One training step of the weight %1</source>
        <translation>Ein Trainingsschritt des Gewichts %1</translation>
    </message>
    <message>
        <location filename="ui/stations/weight_update.cpp"/>
        <source>One training step of the weight that moves most, %1</source>
        <translation>Ein Trainingsschritt des Gewichts, das sich am meisten bewegt, %1</translation>
    </message>
    <message>
        <location filename="ui/stations/weight_update.cpp"/>
        <source>One weight</source>
        <translation>Ein Gewicht</translation>
    </message>
    <message>
        <location filename="ui/stations/weight_update.cpp"/>
        <source>Value, gradient, the optimizer’s memory and the change of one weight</source>
        <translation>Wert, Gradient, Gedächtnis des Optimierers und Änderung eines Gewichts</translation>
    </message>
    <message>
        <location filename="ui/stations/weight_update.cpp"/>
        <source>weight p</source>
        <translation>Gewicht p</translation>
    </message>
    <message>
        <location filename="ui/stations/weight_update.cpp"/>
        <source>sum over %1 examples</source>
        <translation>Summe über %1 Beispiele</translation>
    </message>
    <message>
        <location filename="ui/stations/weight_update.cpp"/>
        <source>gradient g</source>
        <translation>Gradient g</translation>
    </message>
    <message>
        <location filename="ui/stations/weight_update.cpp"/>
        <source>clipped gradient</source>
        <translation>begrenzter Gradient</translation>
    </message>
    <message>
        <location filename="ui/stations/weight_update.cpp"/>
        <source>gradient with decay</source>
        <translation>Gradient mit Decay</translation>
    </message>
    <message>
        <location filename="ui/stations/weight_update.cpp"/>
        <source>mean gradient m</source>
        <translation>Mittel m</translation>
    </message>
    <message>
        <location filename="ui/stations/weight_update.cpp"/>
        <source>mean square v</source>
        <translation>Quadrat v</translation>
    </message>
    <message>
        <location filename="ui/stations/weight_update.cpp"/>
        <source>momentum b</source>
        <translation>Momentum b</translation>
    </message>
    <message>
        <location filename="ui/stations/weight_update.cpp"/>
        <source>corrected m′</source>
        <translation>korrigiertes m′</translation>
    </message>
    <message>
        <location filename="ui/stations/weight_update.cpp"/>
        <source>corrected v′</source>
        <translation>korrigiertes v′</translation>
    </message>
    <message>
        <location filename="ui/stations/weight_update.cpp"/>
        <source>change Δ</source>
        <translation>Änderung Δ</translation>
    </message>
    <message>
        <location filename="ui/stations/weight_update.cpp"/>
        <source>new weight</source>
        <translation>neues Gewicht</translation>
    </message>
    <message>
        <location filename="ui/stations/weighted_values.cpp"/>
        <source>Keys</source>
        <translation>Keys</translation>
    </message>
    <message>
        <location filename="ui/stations/weighted_values.cpp"/>
        <source>In which order the weighted values are added; the result is the same</source>
        <translation>In welcher Reihenfolge die gewichteten Values addiert werden; das Ergebnis ist dasselbe</translation>
    </message>
    <message>
        <location filename="ui/stations/weighted_values.cpp"/>
        <source>as in the text</source>
        <translation>wie im Text</translation>
    </message>
    <message>
        <location filename="ui/stations/weighted_values.cpp"/>
        <source>largest weight first</source>
        <translation>größtes Gewicht zuerst</translation>
    </message>
    <message>
        <location filename="ui/stations/weighted_values.cpp"/>
        <source>weight × value</source>
        <translation>Gewicht × Value</translation>
    </message>
    <message>
        <location filename="ui/stations/weighted_values.cpp"/>
        <source>sum so far</source>
        <translation>Summe bisher</translation>
    </message>
    <message>
        <location filename="ui/stations/weighted_values.cpp"/>
        <source>%1
key “%2”, feature %3</source>
        <translation>%1
Key „%2“, Merkmal %3</translation>
    </message>
    <message>
        <location filename="ui/stations/weighted_values.cpp"/>
        <source>%1
the result, feature %2</source>
        <translation>%1
das Ergebnis, Merkmal %2</translation>
    </message>
    <message>
        <location filename="ui/stations/weighted_values.cpp"/>
        <source>= the head’s row of “%1”</source>
        <translation>= die Zeile des Kopfes für „%1“</translation>
    </message>
    <message>
        <location filename="ui/stations/weighted_values.cpp"/>
        <source>the head’s row of “%1”, changed by you</source>
        <translation>die Zeile des Kopfes zu „%1“, von Ihnen geändert</translation>
    </message>
    <message>
        <location filename="ui/stations/weighted_values.cpp"/>
        <source>feature %1:  %2 + … (%3 more, smaller) = %4</source>
        <translation>Merkmal %1:  %2 + … (%3 weitere, kleinere) = %4</translation>
    </message>
    <message>
        <location filename="ui/stations/weighted_values.cpp"/>
        <source>Choose a query:</source>
        <translation>Wählen Sie eine Query:</translation>
    </message>
    <message>
        <location filename="ui/stations/weighted_values.cpp"/>
        <source>Weighted sum</source>
        <translation>Gewichtete Summe</translation>
    </message>
    <message>
        <location filename="ui/stations/weighted_values.cpp"/>
        <source>One query: the values, their weights, and how they add up to its row</source>
        <translation>Eine Query: die Values, ihre Gewichte und wie sie sich zu ihrer Zeile addieren</translation>
    </message>
    <message>
        <location filename="ui/stations/who_reads_whom.cpp"/>
        <source>Exchange token</source>
        <translation>Tausche Token</translation>
    </message>
    <message>
        <location filename="ui/stations/who_reads_whom.cpp"/>
        <source>In the sentence these two tokens change places, and the model reads it anew</source>
        <translation>Im Satz tauschen diese beiden Token die Plätze, und das Modell liest ihn neu</translation>
    </message>
    <message>
        <location filename="ui/stations/who_reads_whom.cpp"/>
        <source>with token</source>
        <translation>mit Token</translation>
    </message>
    <message>
        <location filename="ui/stations/who_reads_whom.cpp"/>
        <source>Difference, moved back</source>
        <translation>Unterschied, zurückgeschoben</translation>
    </message>
    <message>
        <location filename="ui/stations/who_reads_whom.cpp"/>
        <source>As it is</source>
        <translation>Wie es ist</translation>
    </message>
    <message>
        <location filename="ui/stations/who_reads_whom.cpp"/>
        <source>Two tokens exchanged</source>
        <translation>Zwei Token vertauscht</translation>
    </message>
    <message>
        <location filename="ui/stations/who_reads_whom.cpp"/>
        <source>Tokens can be exchanged in your own example alone.</source>
        <translation>Tauschen lassen sich Token nur im eigenen Beispiel.</translation>
    </message>
    <message>
        <location filename="ui/stations/who_reads_whom.cpp"/>
        <source>One token cannot change places with itself: choose two.</source>
        <translation>Ein Token kann nicht mit sich selbst den Platz tauschen: Wählen Sie zwei.</translation>
    </message>
    <message>
        <location filename="ui/stations/who_reads_whom.cpp"/>
        <source>The sentence with these two tokens exchanged has not been computed yet.</source>
        <translation>Der Satz mit diesen beiden Token getauscht ist noch nicht gerechnet.</translation>
    </message>
    <message>
        <location filename="ui/stations/who_reads_whom.cpp"/>
        <source>Two tokens of the sentence changed places, and it was read anew.</source>
        <translation>Zwei Token des Satzes haben die Plätze getauscht, und er wurde neu gelesen.</translation>
    </message>
    <message>
        <location filename="ui/stations/who_reads_whom.cpp"/>
        <source>Moved back to its tokens, each number is what it was, to rounding: where a token stands does not count here.</source>
        <translation>Zu ihren Token zurückgeschoben ist jede Zahl, was sie war, bis auf Rundung: Wo ein Token steht, zählt hier nicht.</translation>
    </message>
    <message>
        <location filename="ui/stations/who_reads_whom.cpp"/>
        <source>Moved back to its tokens, a number differs by up to %1: where a token stands counts, by the causal mask if by nothing else.</source>
        <translation>Zu ihren Token zurückgeschoben unterscheidet sich eine Zahl um bis zu %1: Wo ein Token steht, zählt, und sei es nur durch die kausale Maske.</translation>
    </message>
    <message>
        <location filename="ui/stations/who_reads_whom.cpp"/>
        <source>Moved back to its tokens, a number differs by up to %1: where a token stands counts, not only what the tokens are.</source>
        <translation>Zu ihren Token zurückgeschoben unterscheidet sich eine Zahl um bis zu %1: Wo ein Token steht, zählt, nicht nur, welche Token es sind.</translation>
    </message>
    <message>
        <location filename="ui/stations/who_reads_whom.cpp"/>
        <source>Who reads whom</source>
        <translation>Wer wen liest</translation>
    </message>
    <message>
        <location filename="ui/stations/who_reads_whom.cpp"/>
        <source>The same matrix for every way to mix tokens, and what becomes of it when two tokens change places in the sentence</source>
        <translation>Dieselbe Matrix für jede Art, Token zu mischen, und was aus ihr wird, wenn zwei Token im Satz die Plätze tauschen</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/steps/matrix.cpp"/>
        <source>%1 of %n rows nearly uniform</source>
        <translation><numerusform>%1 von %n Zeile fast gleichverteilt</numerusform><numerusform>%1 von %n Zeilen fast gleichverteilt</numerusform></translation>
    </message>
    <message>
        <location filename="ui/steps/matrix.cpp"/>
        <source>nearly uniform: 1/%1</source>
        <translation>fast gleichverteilt: 1/%1</translation>
    </message>
    <message>
        <location filename="ui/steps/matrix.cpp"/>
        <source>nearly uniform: 1/%1 to 1/%2</source>
        <translation>fast gleichverteilt: 1/%1 bis 1/%2</translation>
    </message>
    <message>
        <location filename="ui/steps/token_reads.cpp"/>
        <source>who reads whom</source>
        <translation>wer wen liest</translation>
    </message>
    <message>
        <location filename="ui/steps/token_reads.cpp"/>
        <source>who reads</source>
        <translation>wer liest</translation>
    </message>
    <message>
        <location filename="ui/steps/token_reads.cpp"/>
        <source>whom</source>
        <translation>wen</translation>
    </message>
    <message>
        <location filename="ui/time/checkpoint_strip.cpp"/>
        <source>Back to now</source>
        <translation>Zurück zu jetzt</translation>
    </message>
    <message>
        <location filename="ui/time/checkpoint_strip.cpp"/>
        <source>Continue from here</source>
        <translation>Von hier weiter</translation>
    </message>
    <message>
        <location filename="ui/time/checkpoint_strip.cpp"/>
        <source>What changed: training step %L1 (B) less training step %L2 (A)</source>
        <translation>Was sich geändert hat: Trainingsschritt %L1 (B) minus Trainingsschritt %L2 (A)</translation>
    </message>
    <message>
        <location filename="ui/time/checkpoint_strip.cpp"/>
        <source>You look at training step %L1 of %L2</source>
        <translation>Sie sehen Trainingsschritt %L1 von %L2</translation>
    </message>
    <message>
        <location filename="ui/time/memory_dialog.cpp"/>
        <source>&amp;Save the moments with the model</source>
        <translation>Die Momente mit dem Modell &amp;speichern</translation>
    </message>
    <message>
        <location filename="ui/time/memory_dialog.cpp"/>
        <source>Memory of the time machine</source>
        <translation>Gedächtnis der Zeitmaschine</translation>
    </message>
    <message>
        <location filename="ui/time/memory_dialog.cpp"/>
        <source>The run remembers moments of itself: all of them while it is young, fewer and evenly spread as it grows, never more than this. They lie in a temporary file, not in the computer's memory.</source>
        <translation>Der Lauf merkt sich Momente von sich: alle, solange er jung ist, weniger und gleichmäßig verteilte, wenn er wächst, nie mehr als so viel. Sie liegen in einer temporären Datei, nicht im Arbeitsspeicher.</translation>
    </message>
    <message>
        <location filename="ui/time/memory_dialog.cpp"/>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <location filename="ui/time/memory_dialog.cpp"/>
        <source>Writes them into a second file beside the model</source>
        <translation>Schreibt sie in eine zweite Datei neben dem Modell</translation>
    </message>
    <message>
        <location filename="ui/time/memory_dialog.cpp"/>
        <source>&amp;At most</source>
        <translation>&amp;Höchstens</translation>
    </message>
    <message>
        <location filename="ui/time/memory_dialog.cpp"/>
        <source>%1 in use; one moment of this model takes %2</source>
        <translation>%1 in Gebrauch; ein Moment dieses Modells braucht %2</translation>
    </message>
    <message>
        <location filename="ui/time/time_panel.cpp"/>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <location filename="ui/time/time_panel.cpp"/>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <location filename="ui/time/time_panel.cpp"/>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <location filename="ui/time/time_panel.cpp"/>
        <source>B − A</source>
        <translation>B − A</translation>
    </message>
    <message>
        <location filename="ui/time/time_panel.cpp"/>
        <source>step %L1</source>
        <translation>Schritt %L1</translation>
    </message>
    <message>
        <location filename="ui/time/time_panel.cpp"/>
        <source>The branches of this run, and how much it remembers</source>
        <translation>Die Zweige dieses Laufs, und wie viel er sich merkt</translation>
    </message>
    <message>
        <location filename="ui/time/time_panel.cpp"/>
        <source>branch %1</source>
        <translation>Zweig %1</translation>
    </message>
    <message>
        <location filename="ui/time/time_panel.cpp"/>
        <source>Branch %1 of %2</source>
        <translation>Zweig %1 von %2</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/time/time_panel.cpp"/>
        <source>%L1 of %n moments in memory, %2</source>
        <translation><numerusform>%L1 von %n Moment im Speicher, %2</numerusform><numerusform>%L1 von %n Momenten im Speicher, %2</numerusform></translation>
    </message>
    <message>
        <location filename="ui/time/time_panel.cpp"/>
        <source>Each moment is a folder. Up to %1 of them stay in memory; the one that was looked at longest ago goes first, and is read again when it is looked at.</source>
        <translation>Jeder Moment ist ein Ordner. Bis zu %1 davon bleiben im Arbeitsspeicher; der am längsten nicht angesehene weicht zuerst und wird wieder gelesen, wenn man ihn ansieht.</translation>
    </message>
    <message>
        <location filename="ui/time/time_panel.cpp"/>
        <source>no room for two moments</source>
        <translation>kein Platz für zwei Momente</translation>
    </message>
    <message>
        <location filename="ui/time/time_panel.cpp"/>
        <source>The %1 that the time machine may take have no room for two moments of this run, so none is kept. Lab, Memory of the time machine changes it.</source>
        <translation>In den %1, die die Zeitmaschine belegen darf, ist kein Platz für zwei Momente dieses Laufs; deshalb wird keiner behalten. Labor, Gedächtnis der Zeitmaschine ändert das.</translation>
    </message>
    <message>
        <location filename="ui/time/time_panel.cpp"/>
        <source>its moments were not saved</source>
        <translation>seine Momente wurden nicht gespeichert</translation>
    </message>
    <message>
        <location filename="ui/time/time_panel.cpp"/>
        <source>The moments of this run were not saved with it. Lab, Memory of the time machine, saves those of a run with its model.</source>
        <translation>Die Momente dieses Laufs wurden nicht mit ihm gespeichert. Labor, Gedächtnis der Zeitmaschine, speichert die eines Laufs mit seinem Modell.</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/time/time_panel.cpp"/>
        <source>%Ln moments · %1 of %2</source>
        <translation><numerusform>%Ln Moment · %1 von %2</numerusform><numerusform>%Ln Momente · %1 von %2</numerusform></translation>
    </message>
    <message>
        <location filename="ui/time/time_panel.cpp"/>
        <source>What the run remembers of itself; Lab, Memory of the time machine changes it</source>
        <translation>Was der Lauf sich von sich merkt; Labor, Gedächtnis der Zeitmaschine ändert es</translation>
    </message>
    <message>
        <location filename="ui/time/time_panel.cpp"/>
        <source>Branch %1: up to training step %L2</source>
        <translation>Zweig %1: bis Trainingsschritt %L2</translation>
    </message>
    <message>
        <location filename="ui/time/time_panel.cpp"/>
        <source>Branch %1: from training step %L2 up to training step %L3</source>
        <translation>Zweig %1: von Trainingsschritt %L2 bis Trainingsschritt %L3</translation>
    </message>
    <message>
        <location filename="ui/time/time_panel.cpp"/>
        <source>Discard branch %1</source>
        <translation>Zweig %1 verwerfen</translation>
    </message>
    <message>
        <location filename="ui/time/time_slider.cpp"/>
        <source>Moment of the run</source>
        <translation>Moment des Laufs</translation>
    </message>
    <message>
        <location filename="ui/time/time_slider.cpp"/>
        <source>The model’s training: drag or use the arrow keys to look at any moment of it</source>
        <translation>Das Training des Modells: Ziehen Sie, oder nehmen Sie die Pfeiltasten, um einen beliebigen Moment davon anzusehen</translation>
    </message>
    <message>
        <location filename="ui/time/time_slider.cpp"/>
        <source>The run’s past: drag, use the arrow keys or click on the loss curve to look at any moment of it; the right end is now</source>
        <translation>Die Vergangenheit des Laufs: ziehen, die Pfeiltasten nehmen oder auf die Verlustkurve klicken, um einen Moment daraus anzusehen; das rechte Ende ist jetzt</translation>
    </message>
    <message>
        <location filename="ui/time/time_slider.cpp"/>
        <source>now, training step %L1</source>
        <translation>jetzt, Trainingsschritt %L1</translation>
    </message>
    <message>
        <location filename="ui/tour/tour.cpp"/>
        <source>For the tour the training waits.</source>
        <translation>Für den Rundgang wartet das Training.</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_card.cpp"/>
        <source>Learn with the course in the place of the tour; both are in the Help menu later</source>
        <translation>Statt der Tour mit dem Kurs lernen; beide stehen später im Menü Hilfe</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_card.cpp"/>
        <source>End the tour; Help, Tour begins it again</source>
        <translation>Den Rundgang beenden; Hilfe, Rundgang beginnt ihn wieder</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_card.cpp"/>
        <source>End the tour</source>
        <translation>Den Rundgang beenden</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_card.cpp"/>
        <source>Stop %1 of %2 of the tour</source>
        <translation>Station %1 von %2 des Rundgangs</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>This line says it. The source goes in, the target should come out, and “predicted” is what the model says so far.</source>
        <translation>Diese Zeile sagt es. Die Quelle geht hinein, das Ziel soll herauskommen, und „Vorhersage“ ist, was das Modell bis jetzt sagt.</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>This line says it. The model reads the text and says after each of its tokens what comes next; “predicted” is what it says so far.</source>
        <translation>Diese Zeile sagt es. Das Modell liest den Text und sagt nach jedem seiner Token, was als Nächstes kommt; „Vorhersage“ ist, was es bis jetzt sagt.</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>A sentence is rows</source>
        <translation>Ein Satz sind Zeilen</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>Each token is one row of numbers, its embedding. All that follows is computed from these rows, one operation after another. {next-step} goes to the next operation.</source>
        <translation>Jedes Token ist eine Zeile von Zahlen, sein Embedding. Alles Weitere wird aus diesen Zeilen berechnet, eine Operation nach der anderen. {next-step} geht zur nächsten Operation.</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>One score</source>
        <translation>Ein Score</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>A few operations on, in attention: row i, column j says how well the query of token i fits the key of token j. Click a cell.</source>
        <translation>Ein paar Operationen weiter, in der Aufmerksamkeit: Zeile i, Spalte j sagt, wie gut die Query von Token i zum Key von Token j passt. Klicken Sie auf eine Zelle.</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>It is a dot product</source>
        <translation>Er ist ein Skalarprodukt</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>Here stands the cell with its real numbers: those of the query times those of the key, added up. Any cell can be asked like this.</source>
        <translation>Hier steht die Zelle mit ihren echten Zahlen: die der Query mal die des Keys, zusammengezählt. Jede Zelle lässt sich so befragen.</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>A row that sums to 1</source>
        <translation>Eine Zeile mit Summe 1</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>Scaled, masked and put through softmax, a row of scores becomes a row of weights: how this token shares its attention. {row-down} and {row-up} go to another row.</source>
        <translation>Skaliert, maskiert und durch die Softmax wird aus einer Zeile Scores eine Zeile Gewichte: wie dieses Token seine Aufmerksamkeit verteilt. {row-down} und {row-up} gehen zu einer anderen Zeile.</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>Let it learn</source>
        <translation>Lassen Sie es lernen</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>All of this was computed with the weights of now. Press Train, here or with {train}, and they begin to change.</source>
        <translation>All das wurde mit den jetzigen Gewichten berechnet. Drücken Sie „Trainieren“, hier oder mit {train}, und sie beginnen sich zu ändern.</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>The answer gets better</source>
        <translation>Die Antwort wird besser</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>While it trains, watch the picture and the answer; each bar is the probability of one token. The slider below goes back to any moment of this.</source>
        <translation>Sehen Sie, während es trainiert, auf das Bild und die Antwort; jeder Balken ist die Wahrscheinlichkeit eines Tokens. Der Regler darunter geht zu jedem Moment davon zurück.</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>While it trains, watch the picture and what is predicted. The slider below goes back to any moment of this.</source>
        <translation>Sehen Sie, während es trainiert, auf das Bild und auf die Vorhersage. Der Regler unten führt zu jedem Augenblick davon zurück.</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>Where to go from here</source>
        <translation>Wie es weitergeht</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>Click an operation of the map, or go on with {next-step}. {all-heads} shows all heads, {next-view} draws an operation in another way, {gradients} shows gradients, {generate} how the answer is written. {help} tells the rest.</source>
        <translation>Klicken Sie auf eine Operation der Karte, oder gehen Sie mit {next-step} weiter. {all-heads} zeigt alle Köpfe, {next-view} zeichnet eine Operation anders, {gradients} zeigt Gradienten, {generate}, wie die Antwort geschrieben wird. {help} sagt alles Übrige.</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>A few operations on, in attention: row i, column j says how well state i fits state j of those that it looks at. Click a cell.</source>
        <translation>Ein paar Operationen weiter, in der Aufmerksamkeit: Zeile i, Spalte j sagt, wie gut Zustand i zu Zustand j von denen passt, auf die er sieht. Klicken Sie auf eine Zelle.</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>How it is computed</source>
        <translation>Wie sie berechnet wird</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>Here stands the cell with its real numbers. In some models it is a dot product of two states, in others a small network compares them. Any cell can be asked like this.</source>
        <translation>Hier steht die Zelle mit ihren wirklichen Zahlen. In manchen Modellen ist sie ein Skalarprodukt zweier Zustände, in anderen vergleicht ein kleines Netz sie. So lässt sich jede Zelle befragen.</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>Masked and put through softmax, a row of scores becomes a row of weights: the alignment of this token. {row-down} and {row-up} go to another row.</source>
        <translation>Maskiert und durch Softmax gegangen, wird aus einer Zeile von Scores eine Zeile von Gewichten: das Alignment dieses Tokens. {row-down} und {row-up} gehen zu einer anderen Zeile.</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>One number of a state</source>
        <translation>Eine Zahl eines Zustands</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>A few operations on: row i is the state after token i, all that this layer remembers by then. Click a cell.</source>
        <translation>Einige Operationen weiter: Zeile i ist der Zustand nach Token i, alles, was diese Schicht sich bis dahin gemerkt hat. Klicken Sie auf eine Zelle.</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>Where it comes from</source>
        <translation>Woher sie kommt</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>Here stands what the number was made from. Any cell can be asked like this; {previous-step} leads back to what comes before.</source>
        <translation>Hier steht, woraus die Zahl gemacht ist. So lässt sich jede Zelle befragen; {previous-step} führt zu dem zurück, was davor kommt.</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>One state after another</source>
        <translation>Ein Zustand nach dem anderen</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>Each state is made from the one before it and from a token. {row-down} and {row-up} go to another one.</source>
        <translation>Jeder Zustand wird aus dem vor ihm und aus einem Token gemacht. {row-down} und {row-up} gehen zu einem anderen.</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>One number</source>
        <translation>Eine Zahl</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>A few operations on, where tokens read from each other: row i is what token i makes of all that it reads. Click a cell.</source>
        <translation>Ein paar Operationen weiter, wo Token voneinander lesen: Zeile i ist, was Token i aus allem macht, was es liest. Klicken Sie auf eine Zelle.</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>Here stands the cell with its real numbers. Any cell can be asked like this.</source>
        <translation>Hier steht die Zelle mit ihren wirklichen Zahlen. So lässt sich jede Zelle befragen.</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>One token after another</source>
        <translation>Ein Token nach dem anderen</translation>
    </message>
    <message>
        <location filename="ui/tour/tour_stops.cpp"/>
        <source>Every token is treated alike, whatever it is. {row-down} and {row-up} go to another one.</source>
        <translation>Jedes Token wird gleich behandelt, was es auch ist. {row-down} und {row-up} gehen zu einem anderen.</translation>
    </message>
    <message>
        <location filename="ui/train/health_line.cpp"/>
        <source>How the run does</source>
        <translation>Wie es dem Lauf geht</translation>
    </message>
    <message>
        <location filename="ui/train/health_text.cpp"/>
        <source>Go back to training step %L1</source>
        <translation>Zurück zu Trainingsschritt %L1</translation>
    </message>
    <message>
        <location filename="ui/train/health_text.cpp"/>
        <source>Start over with the rate %1</source>
        <translation>Von vorn mit der Rate %1</translation>
    </message>
    <message>
        <location filename="ui/train/health_text.cpp"/>
        <source>Likely the learning rate, at most %1, is too large or too small: try a tenth of it, or three times as much.</source>
        <translation>Wahrscheinlich ist die Lernrate, höchstens %1, zu groß oder zu klein: Versuchen Sie ein Zehntel davon oder das Dreifache.</translation>
    </message>
    <message>
        <location filename="ui/train/health_text.cpp"/>
        <source>Post-LN without a warm-up often begins like this: try the schedule noam, or Pre-LN.</source>
        <translation>Post-LN ohne Warm-up beginnt oft so: Versuchen Sie den Verlauf noam oder Pre-LN.</translation>
    </message>
    <message>
        <location filename="ui/train/health_text.cpp"/>
        <source>There is no warm-up: try the schedule noam.</source>
        <translation>Es gibt kein Warm-up: Versuchen Sie den Verlauf noam.</translation>
    </message>
    <message>
        <location filename="ui/train/health_text.cpp"/>
        <source>Post-LN is harder to begin with: try a longer warm-up, or Pre-LN.</source>
        <translation>Mit Post-LN ist der Anfang schwerer: Versuchen Sie ein längeres Warm-up oder Pre-LN.</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/train/health_text.cpp"/>
        <source>The examples may be too few: %n are kept aside.</source>
        <translation><numerusform>Vielleicht sind es zu wenige Beispiele: %n ist zurückgehalten.</numerusform><numerusform>Vielleicht sind es zu wenige Beispiele: %n sind zurückgehalten.</numerusform></translation>
    </message>
    <message>
        <location filename="ui/train/health_text.cpp"/>
        <source>Some tasks take this long before anything is learnt; then waiting helps.</source>
        <translation>Manche Aufgaben brauchen so lange, bis etwas gelernt ist; dann hilft Warten.</translation>
    </message>
    <message>
        <location filename="ui/train/health_text.cpp"/>
        <source>Train on from here</source>
        <translation>Von hier an weitertrainieren</translation>
    </message>
    <message>
        <location filename="ui/train/health_text.cpp"/>
        <source>Train on</source>
        <translation>Weitertrainieren</translation>
    </message>
    <message>
        <location filename="ui/train/health_text.cpp"/>
        <source>Train</source>
        <translation>Trainieren</translation>
    </message>
    <message>
        <location filename="ui/train/health_text.cpp"/>
        <source>Try an unseen example</source>
        <translation>Ein neues Beispiel probieren</translation>
    </message>
    <message>
        <location filename="ui/train/health_text.cpp"/>
        <source>Lower the rate to %1</source>
        <translation>Rate auf %1 senken</translation>
    </message>
    <message>
        <location filename="ui/train/health_text.cpp"/>
        <source>Take more data…</source>
        <translation>Mehr Daten nehmen…</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>ready to train</source>
        <translation>bereit zum Training</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>Nobody has trained it since it was opened or begun anew.</source>
        <translation>Seit dem Öffnen oder Neubeginn wurde nicht trainiert.</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>paused by you</source>
        <translation>von Ihnen angehalten</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>You paused it; train on when you like.</source>
        <translation>Sie haben es angehalten; trainieren Sie weiter, wann Sie mögen.</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>waits for the tour</source>
        <translation>wartet auf den Rundgang</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>The tour holds the numbers still; training goes on after it.</source>
        <translation>Der Rundgang hält die Zahlen still; danach geht das Training weiter.</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>its training steps are done</source>
        <translation>Trainingsschritte sind gemacht</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>It has done the number of training steps that it was set.</source>
        <translation>Er hat so viele Trainingsschritte gemacht, wie er sollte.</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>walking a training step</source>
        <translation>geht einen Trainingsschritt durch</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>The next training step is walked through; take it, or leave the walk.</source>
        <translation>Der nächste Trainingsschritt wird durchgegangen; machen Sie ihn, oder verlassen Sie den Gang.</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>looking back</source>
        <translation>Blick zurück</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>You look at the past of the run; go back to now, or train on from the moment shown.</source>
        <translation>Sie sehen die Vergangenheit des Laufs; gehen Sie zurück zu jetzt, oder trainieren Sie von dem gezeigten Moment aus weiter.</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>on another branch</source>
        <translation>auf einem anderen Zweig</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>You are on another branch now; train it on when you like.</source>
        <translation>Sie sind jetzt auf einem anderen Zweig; trainieren Sie ihn weiter, wann Sie mögen.</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>back from a divergence</source>
        <translation>zurück vor der Divergenz</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>It went back to the last good weights; a smaller learning rate usually prevents another divergence.</source>
        <translation>Es ging zurück zu den letzten guten Gewichten; eine kleinere Lernrate verhindert meist, dass es wieder divergiert.</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>diverged at training step %L1</source>
        <translation>divergiert in Trainingsschritt %L1</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>Its numbers left the range of what can be computed.</source>
        <translation>Die Zahlen haben den Bereich verlassen, in dem gerechnet werden kann.</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>run B diverged at training step %L1</source>
        <translation>Lauf B divergiert in Trainingsschritt %L1</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>The two runs train together; end the comparison to train A alone.</source>
        <translation>Beide Läufe trainieren gemeinsam; beenden Sie den Vergleich, um A allein zu trainieren.</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>runs B and C diverged, at last at training step %L1</source>
        <translation>Läufe B und C divergiert, zuletzt bei Trainingsschritt %L1</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>No run is left to compare A with; end the comparison to train A alone.</source>
        <translation>Es ist kein Lauf übrig, mit dem sich A vergleichen lässt; beenden Sie den Vergleich, um A allein zu trainieren.</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>stopped by an error</source>
        <translation>durch einen Fehler beendet</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>Something could not be done; the message said what.</source>
        <translation>Etwas konnte nicht getan werden; die Meldung sagte, was.</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>only to look into</source>
        <translation>nur zum Hineinsehen</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>This model can be looked into but not trained further.</source>
        <translation>In dieses Modell kann man hineinsehen, es aber nicht weiter trainieren.</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>needs a text to learn from</source>
        <translation>braucht einen Text zum Lernen</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>It came without examples; it goes on learning from a text or pairs of yours.</source>
        <translation>Es kam ohne Beispiele; es lernt aus einem Text oder Paaren von Ihnen weiter.</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>preparing the device</source>
        <translation>Gerät wird vorbereitet</translation>
    </message>
    <message>
        <location filename="ui/train/idle_text.cpp"/>
        <source>Its kernels are made ready, which can take seconds the first time.</source>
        <translation>Seine Rechenkerne werden bereitgestellt, was beim ersten Mal Sekunden dauern kann.</translation>
    </message>
    <message>
        <location filename="ui/train/loss_chart.cpp"/>
        <source>Loss chart</source>
        <translation>Verlustkurve</translation>
    </message>
    <message>
        <location filename="ui/train/loss_chart.cpp"/>
        <source>branch left</source>
        <translation>verlassener Zweig</translation>
    </message>
    <message>
        <location filename="ui/train/loss_chart.cpp"/>
        <source>training loss</source>
        <translation>Trainingsverlust</translation>
    </message>
    <message>
        <location filename="ui/train/loss_chart.cpp"/>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <location filename="ui/train/loss_chart.cpp"/>
        <source>validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <location filename="ui/train/loss_chart.cpp"/>
        <source>of those trained on</source>
        <translation>unter den trainierten</translation>
    </message>
    <message>
        <location filename="ui/train/loss_chart.cpp"/>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <location filename="ui/train/loss_chart.cpp"/>
        <source>hidden tokens right, %</source>
        <translation>verdeckte Token richtig, %</translation>
    </message>
    <message>
        <location filename="ui/train/loss_chart.cpp"/>
        <source>hidden tokens right</source>
        <translation>verdeckte Token richtig</translation>
    </message>
    <message>
        <location filename="ui/train/loss_chart.cpp"/>
        <source>exact matches, %</source>
        <translation>exakte Übereinstimmung, %</translation>
    </message>
    <message>
        <location filename="ui/train/loss_chart.cpp"/>
        <source>exact matches</source>
        <translation>exakte Übereinstimmung</translation>
    </message>
    <message>
        <location filename="ui/train/loss_chart.cpp"/>
        <source>validation loss</source>
        <translation>Validierungsverlust</translation>
    </message>
    <message>
        <location filename="ui/train/loss_chart.cpp"/>
        <source>training loss %1</source>
        <translation>Trainingsverlust %1</translation>
    </message>
    <message>
        <location filename="ui/train/loss_chart.cpp"/>
        <source>validation loss %1</source>
        <translation>Validierungsverlust %1</translation>
    </message>
    <message>
        <location filename="ui/train/loss_chart.cpp"/>
        <source>hidden tokens right %1 %</source>
        <translation>verdeckte Token richtig %1 %</translation>
    </message>
    <message>
        <location filename="ui/train/loss_chart.cpp"/>
        <source>exact matches %1 %</source>
        <translation>exakte Übereinstimmung %1 %</translation>
    </message>
    <message>
        <location filename="ui/train/loss_chart.cpp"/>
        <source>of those trained on %1 %</source>
        <translation>unter den trainierten %1 %</translation>
    </message>
    <message>
        <location filename="ui/train/loss_curve.cpp"/>
        <source>always guessing 0</source>
        <translation>immer 0 raten</translation>
    </message>
    <message>
        <location filename="ui/train/loss_curve.cpp"/>
        <source>choosing by chance</source>
        <translation>zufällig wählen</translation>
    </message>
    <message>
        <location filename="ui/train/loss_curve.cpp"/>
        <source>uniform guess ln V</source>
        <translation>ohne Vorliebe geraten: ln V</translation>
    </message>
    <message>
        <location filename="ui/train/rate_field.cpp"/>
        <source>rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <location filename="ui/train/rate_field.cpp"/>
        <source>peak rate</source>
        <translation>Höchstrate</translation>
    </message>
    <message>
        <location filename="ui/train/rate_field.cpp"/>
        <source>Learning rate; Return sets it</source>
        <translation>Lernrate; Return setzt sie</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/train/rate_field.cpp"/>
        <source>Learning rate: the peak of the schedule %1, after a warm-up of %n training steps; Return sets it, and the schedule stays</source>
        <translation><numerusform>Lernrate: der Höchstwert des Verlaufs %1, nach einem Warm-up von %n Trainingsschritt; Return setzt ihn, und der Verlauf bleibt</numerusform><numerusform>Lernrate: der Höchstwert des Verlaufs %1, nach einem Warm-up von %n Trainingsschritten; Return setzt ihn, und der Verlauf bleibt</numerusform></translation>
    </message>
    <message>
        <location filename="ui/train/rate_field.cpp"/>
        <source>“%1” is not a positive number</source>
        <translation>„%1“ ist keine positive Zahl</translation>
    </message>
    <message>
        <location filename="ui/train/run_state_label.cpp"/>
        <source>State of the run</source>
        <translation>Stand des Laufs</translation>
    </message>
    <message>
        <location filename="ui/train/run_state_label.cpp"/>
        <source>training step %L1</source>
        <translation>Trainingsschritt %L1</translation>
    </message>
    <message>
        <location filename="ui/train/run_state_label.cpp"/>
        <source>training step %L1 of %L2</source>
        <translation>Trainingsschritt %L1 von %L2</translation>
    </message>
    <message>
        <location filename="ui/train/run_state_label.cpp"/>
        <source>%L1/s</source>
        <translation>%L1/s</translation>
    </message>
    <message>
        <location filename="ui/train/run_state_label.cpp"/>
        <source>first training step…</source>
        <translation>erster Trainingsschritt …</translation>
    </message>
    <message>
        <location filename="ui/train/run_state_label.cpp"/>
        <source>paused</source>
        <translation>Pause</translation>
    </message>
    <message>
        <location filename="ui/train/run_state_label.cpp"/>
        <source>on %1</source>
        <translation>auf %1</translation>
    </message>
    <message>
        <location filename="ui/train/run_state_label.cpp"/>
        <source>%1 % of %L2 kept aside exact</source>
        <translation>%1 % von %L2 zurückgehaltenen genau richtig</translation>
    </message>
    <message>
        <location filename="ui/train/run_state_label.cpp"/>
        <source>%1 % of %L2 exact</source>
        <translation>%1 % von %L2 genau richtig</translation>
    </message>
    <message>
        <location filename="ui/train/run_state_label.cpp"/>
        <source>Learning rate %1, gradient norm %2.</source>
        <translation>Lernrate %1, Gradientennorm %2.</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/train/run_state_label.cpp"/>
        <source>The error is measured on %n examples that are kept aside and never trained on: %1.</source>
        <translation><numerusform>Der Fehler wird an %n Beispiel gemessen, das zurückgehalten ist und mit dem nie trainiert wird: %1.</numerusform><numerusform>Der Fehler wird an %n Beispielen gemessen, die zurückgehalten sind und mit denen nie trainiert wird: %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/train/run_state_label.cpp"/>
        <source>The share of right answers is of %n examples that are kept aside and never trained on.</source>
        <translation><numerusform>Der Anteil richtiger Antworten bezieht sich auf %n Beispiel, das zurückgehalten ist und mit dem nie trainiert wird.</numerusform><numerusform>Der Anteil richtiger Antworten bezieht sich auf %n Beispiele, die zurückgehalten sind und mit denen nie trainiert wird.</numerusform></translation>
    </message>
    <message>
        <location filename="ui/train/run_state_label.cpp"/>
        <source>It was measured after training step %L1.</source>
        <translation>Gemessen wurde nach Trainingsschritt %L1.</translation>
    </message>
    <message>
        <location filename="ui/train/task_box.cpp"/>
        <source>What the model learns; another task starts a new run</source>
        <translation>Was das Modell lernt; eine andere Aufgabe beginnt einen neuen Lauf</translation>
    </message>
    <message>
        <location filename="ui/train/task_box.cpp"/>
        <source>%1: own data</source>
        <translation>%1: eigene Daten</translation>
    </message>
    <message>
        <location filename="ui/train/task_box.cpp"/>
        <source>%1…</source>
        <translation>%1 …</translation>
    </message>
    <message>
        <location filename="ui/train/train_control.cpp"/>
        <source>The difference of two moments is shown.</source>
        <translation>Gezeigt wird der Unterschied zweier Zeitpunkte.</translation>
    </message>
    <message>
        <location filename="ui/train/train_control.cpp"/>
        <source>Not trained yet.</source>
        <translation>Noch nicht trainiert.</translation>
    </message>
    <message>
        <location filename="ui/train/train_control.cpp"/>
        <source>A: %1</source>
        <translation>A: %1</translation>
    </message>
    <message>
        <location filename="ui/train/train_control.cpp"/>
        <source>An opened model has no first weights to begin anew with; open it again to have those that it came with</source>
        <translation>Ein geöffnetes Modell hat keine Anfangsgewichte, mit denen es neu beginnen könnte; öffnen Sie es noch einmal, um die zu haben, mit denen es kam</translation>
    </message>
    <message>
        <location filename="ui/train/train_control.cpp"/>
        <source>Only an opened model goes on learning so; for a model of your own choose the task text or pairs</source>
        <translation>So lernt nur ein geöffnetes Modell weiter; für ein eigenes Modell wählen Sie die Aufgabe text oder pairs</translation>
    </message>
    <message>
        <location filename="ui/train/train_dock.cpp"/>
        <source>Train once</source>
        <translation>Einmal</translation>
    </message>
    <message>
        <location filename="ui/train/train_dock.cpp"/>
        <source>Walk through</source>
        <translation>Durchgehen</translation>
    </message>
    <message>
        <location filename="ui/train/train_dock.cpp"/>
        <source>Start over</source>
        <translation>Von vorn</translation>
    </message>
    <message>
        <location filename="ui/train/train_dock.cpp"/>
        <source>Train on a text…</source>
        <translation>Mit einem Text trainieren …</translation>
    </message>
    <message>
        <location filename="ui/train/train_dock.cpp"/>
        <source>task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <location filename="ui/train/train_dock.cpp"/>
        <source>Examples in one training step</source>
        <translation>Beispiele in einem Trainingsschritt</translation>
    </message>
    <message>
        <location filename="ui/train/train_dock.cpp"/>
        <source>batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <location filename="ui/train/train_dock.cpp"/>
        <source>backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <location filename="ui/train/train_dock.cpp"/>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <location filename="ui/train/train_dock.cpp"/>
        <source>Show the curves and the slider over the run’s past</source>
        <translation>Kurven und Zeitregler des Laufs zeigen</translation>
    </message>
    <message>
        <location filename="ui/train/train_dock.cpp"/>
        <source>Fold the curves and the slider away: the stage gets their room</source>
        <translation>Kurven und Zeitregler einklappen: die Bühne bekommt ihren Platz</translation>
    </message>
    <message>
        <location filename="ui/whatif/intervention_words.cpp"/>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <location filename="ui/whatif/intervention_words.cpp"/>
        <source>column %1</source>
        <translation>Spalte %1</translation>
    </message>
    <message>
        <location filename="ui/whatif/intervention_words.cpp"/>
        <source>row %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <location filename="ui/whatif/intervention_words.cpp"/>
        <source>Head %1 muted</source>
        <translation>Kopf %1 stumm</translation>
    </message>
    <message>
        <location filename="ui/whatif/intervention_words.cpp"/>
        <source>Positions off</source>
        <translation>Positionen aus</translation>
    </message>
    <message>
        <location filename="ui/whatif/intervention_words.cpp"/>
        <source>Temperature %1 in head %2</source>
        <translation>Temperatur %1 in Kopf %2</translation>
    </message>
    <message>
        <location filename="ui/whatif/intervention_words.cpp"/>
        <source>Temperature %1</source>
        <translation>Temperatur %1</translation>
    </message>
    <message>
        <location filename="ui/whatif/intervention_words.cpp"/>
        <source>Muted</source>
        <translation>Stummgeschaltet</translation>
    </message>
    <message>
        <location filename="ui/whatif/intervention_words.cpp"/>
        <source>Neighbour at offset %1 muted</source>
        <translation>Nachbar im Abstand %1 stummgeschaltet</translation>
    </message>
    <message>
        <location filename="ui/whatif/intervention_words.cpp"/>
        <source>Key %1 shown to query %2</source>
        <translation>Key %1 der Query %2 gezeigt</translation>
    </message>
    <message>
        <location filename="ui/whatif/intervention_words.cpp"/>
        <source>Key %1 hidden from query %2</source>
        <translation>Key %1 vor Query %2 verborgen</translation>
    </message>
    <message>
        <location filename="ui/whatif/intervention_words.cpp"/>
        <source>Key %1 hidden from all queries</source>
        <translation>Key %1 vor allen Querys verborgen</translation>
    </message>
    <message>
        <location filename="ui/whatif/intervention_words.cpp"/>
        <source>Key %1 shown to query %2 in head %3</source>
        <translation>Key %1 der Query %2 gezeigt in Kopf %3</translation>
    </message>
    <message>
        <location filename="ui/whatif/intervention_words.cpp"/>
        <source>Key %1 hidden from query %2 in head %3</source>
        <translation>Key %1 vor Query %2 verborgen in Kopf %3</translation>
    </message>
    <message>
        <location filename="ui/whatif/intervention_words.cpp"/>
        <source>Key %1 hidden from all queries in head %2</source>
        <translation>Key %1 vor allen Querys verborgen in Kopf %2</translation>
    </message>
    <message>
        <location filename="ui/whatif/intervention_words.cpp"/>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <location filename="ui/whatif/intervention_words.cpp"/>
        <source>Multiplied by %1 · %2</source>
        <translation>Mal %1 · %2</translation>
    </message>
    <message>
        <location filename="ui/whatif/intervention_words.cpp"/>
        <source>Multiplied by %1: %2 · %3</source>
        <translation>Mal %1: %2 · %3</translation>
    </message>
    <message>
        <location filename="ui/whatif/intervention_words.cpp"/>
        <source>Set to %1 · %2</source>
        <translation>Gesetzt auf %1 · %2</translation>
    </message>
    <message>
        <location filename="ui/whatif/intervention_words.cpp"/>
        <source>Set to %1: %2 · %3</source>
        <translation>Gesetzt auf %1: %2 · %3</translation>
    </message>
    <message>
        <location filename="ui/whatif/offers.cpp"/>
        <source>&amp;Mute head %1</source>
        <translation>Kopf %1 &amp;stummschalten</translation>
    </message>
    <message>
        <location filename="ui/whatif/offers.cpp"/>
        <source>&amp;Temperature of head %1…</source>
        <translation>&amp;Temperatur von Kopf %1 …</translation>
    </message>
    <message>
        <location filename="ui/whatif/offers.cpp"/>
        <source>Temperature of &amp;all heads of this attention…</source>
        <translation>Temperatur &amp;aller Köpfe dieser Aufmerksamkeit …</translation>
    </message>
    <message>
        <location filename="ui/whatif/offers.cpp"/>
        <source>&amp;Mute this token mixer</source>
        <translation>Diesen Tokenmischer &amp;stummschalten</translation>
    </message>
    <message>
        <location filename="ui/whatif/offers.cpp"/>
        <source>Mute its &amp;global part</source>
        <translation>Seinen &amp;globalen Teil stummschalten</translation>
    </message>
    <message>
        <location filename="ui/whatif/offers.cpp"/>
        <source>Mute its &amp;local part</source>
        <translation>Seinen &amp;lokalen Teil stummschalten</translation>
    </message>
    <message>
        <location filename="ui/whatif/offers.cpp"/>
        <source>Mute the &amp;neighbour at offset %1</source>
        <translation>Den &amp;Nachbarn im Abstand %1 stummschalten</translation>
    </message>
    <message>
        <location filename="ui/whatif/offers.cpp"/>
        <source>&amp;Mute the attention</source>
        <translation>Aufmerksamkeit &amp;stumm schalten</translation>
    </message>
    <message>
        <location filename="ui/whatif/offers.cpp"/>
        <source>&amp;Show key “%1” to this query</source>
        <translation>Key „%1“ dieser Query &amp;zeigen</translation>
    </message>
    <message>
        <location filename="ui/whatif/offers.cpp"/>
        <source>&amp;Hide key “%1” from this query</source>
        <translation>Key „%1“ vor dieser Query &amp;verbergen</translation>
    </message>
    <message>
        <location filename="ui/whatif/offers.cpp"/>
        <source>Hide key “%1” from all &amp;queries</source>
        <translation>Key „%1“ vor a&amp;llen Querys verbergen</translation>
    </message>
    <message>
        <location filename="ui/whatif/offers.cpp"/>
        <source>Set this number &amp;to…</source>
        <translation>Diese Zahl &amp;setzen auf …</translation>
    </message>
    <message>
        <location filename="ui/whatif/offers.cpp"/>
        <source>Set this number to &amp;0</source>
        <translation>Diese Zahl auf &amp;0 setzen</translation>
    </message>
    <message>
        <location filename="ui/whatif/offers.cpp"/>
        <source>Set the whole &amp;row “%1” to 0</source>
        <translation>Die ganze Zei&amp;le „%1“ auf 0 setzen</translation>
    </message>
    <message>
        <location filename="ui/whatif/offers.cpp"/>
        <source>T&amp;emperature of the output…</source>
        <translation>T&amp;emperatur der Ausgabe …</translation>
    </message>
    <message>
        <location filename="ui/whatif/offers.cpp"/>
        <source>Switch the &amp;positions off</source>
        <translation>Die &amp;Positionen abschalten</translation>
    </message>
    <message>
        <location filename="ui/whatif/what_if.cpp"/>
        <source>Nothing can be changed here</source>
        <translation>Hier lässt sich nichts ändern</translation>
    </message>
    <message>
        <location filename="ui/whatif/what_if.cpp"/>
        <source>Temperature: 1 is as it was, less sharpens, more flattens</source>
        <translation>Temperatur: 1 ist wie zuvor, weniger schärft, mehr ebnet ein</translation>
    </message>
    <message>
        <location filename="ui/whatif/what_if.cpp"/>
        <source>Set this number to</source>
        <translation>Diese Zahl setzen auf</translation>
    </message>
    <message>
        <location filename="ui/whatif/what_if_panel.cpp"/>
        <source>Changes that hold</source>
        <translation>Änderungen, die gelten</translation>
    </message>
    <message>
        <location filename="ui/whatif/what_if_panel.cpp"/>
        <source>Return goes there, Delete takes it back</source>
        <translation>Eingabe geht dorthin, Entfernen nimmt sie zurück</translation>
    </message>
    <message>
        <location filename="ui/whatif/what_if_panel.cpp"/>
        <source>What the changes do to the output</source>
        <translation>Was die Änderungen an der Ausgabe bewirken</translation>
    </message>
    <message>
        <location filename="ui/whatif/what_if_panel.cpp"/>
        <source>after</source>
        <translation>nach</translation>
    </message>
    <message>
        <location filename="ui/whatif/what_if_panel.cpp"/>
        <source>predicts</source>
        <translation>sagt voraus</translation>
    </message>
    <message>
        <location filename="ui/whatif/what_if_panel.cpp"/>
        <source>p</source>
        <translation>p</translation>
    </message>
    <message>
        <location filename="ui/whatif/what_if_panel.cpp"/>
        <source>logit</source>
        <translation>Logit</translation>
    </message>
    <message>
        <location filename="ui/whatif/what_if_panel.cpp"/>
        <source>Probability of the right word, before → after</source>
        <translation>Wahrscheinlichkeit des richtigen Worts, vorher → nachher</translation>
    </message>
    <message>
        <location filename="ui/whatif/what_if_panel.cpp"/>
        <source>Logit of the right word, before → after</source>
        <translation>Logit des richtigen Worts, vorher → nachher</translation>
    </message>
    <message>
        <location filename="ui/whatif/what_if_panel.cpp"/>
        <source>Nothing is changed. Right-click a cell, or ask with {change}, to mute its head, set a number, hide a key or change the temperature; everything after it is computed again.</source>
        <translation>Nichts ist geändert. Ein Rechtsklick auf eine Zelle oder {change} schaltet ihren Kopf stumm, setzt eine Zahl, verbirgt einen Key oder ändert die Temperatur; alles danach wird neu berechnet.</translation>
    </message>
    <message>
        <location filename="ui/whatif/what_if_panel.cpp"/>
        <source>Loss %1 → %2. The largest changes of the output:</source>
        <translation>Verlust %1 → %2. Die größten Änderungen der Ausgabe:</translation>
    </message>
    <message>
        <location filename="ui/whatif/what_if_panel.cpp"/>
        <source>The largest changes of the output:</source>
        <translation>Die größten Änderungen der Ausgabe:</translation>
    </message>
    <message>
        <location filename="ui/whatif/what_if_strip.cpp"/>
        <source>What if: %1</source>
        <translation>Was wäre, wenn: %1</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/whatif/what_if_strip.cpp"/>
        <source>What if, %n changes: %1</source>
        <translation><numerusform>Was wäre, wenn, %n Änderung: %1</numerusform><numerusform>Was wäre, wenn, %n Änderungen: %1</numerusform></translation>
    </message>
    <message>
        <location filename="ui/whatif/what_if_strip.cpp"/>
        <source>loss %1 → %2</source>
        <translation>Verlust %1 → %2</translation>
    </message>
    <message>
        <location filename="ui/window/appearance.cpp"/>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <location filename="ui/window/appearance.cpp"/>
        <source>Num&amp;bers in the cells (here as there is room)</source>
        <translation>Zah&amp;len in den Zellen (hier nach Platz)</translation>
    </message>
    <message>
        <location filename="ui/window/banner.cpp"/>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <location filename="ui/window/docks.cpp"/>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <location filename="ui/window/docks.cpp"/>
        <source>Explain</source>
        <translation>Erklärung</translation>
    </message>
    <message>
        <location filename="ui/window/docks.cpp"/>
        <source>What if</source>
        <translation>Was wäre, wenn</translation>
    </message>
    <message>
        <location filename="ui/window/docks.cpp"/>
        <source>Example</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <location filename="ui/window/docks.cpp"/>
        <source>Train</source>
        <comment>the dock</comment>
        <translation>Training</translation>
    </message>
    <message>
        <location filename="ui/window/docks.cpp"/>
        <source>Course</source>
        <translation>Kurs</translation>
    </message>
    <message>
        <location filename="ui/window/docks.cpp"/>
        <source>Show or hide %1</source>
        <translation>%1 zeigen oder verbergen</translation>
    </message>
    <message>
        <location filename="ui/window/dropped.cpp"/>
        <source>One file at a time, please.</source>
        <translation>Bitte eine Datei nach der anderen.</translation>
    </message>
    <message>
        <location filename="ui/window/dropped.cpp"/>
        <source>The folder %1 has no config.json, as that of a model has.</source>
        <translation>Der Ordner %1 hat keine config.json, wie der eines Modells sie hat.</translation>
    </message>
    <message>
        <location filename="ui/window/dropped.cpp"/>
        <source>This is no file that can be read here.</source>
        <translation>Das ist keine Datei, die sich hier lesen lässt.</translation>
    </message>
    <message>
        <location filename="ui/window/dropped.cpp"/>
        <source>%1 is neither a saved model (.safetensors) nor a text in UTF-8.</source>
        <translation>%1 ist weder ein gespeichertes Modell (.safetensors) noch ein Text in UTF-8.</translation>
    </message>
    <message>
        <location filename="ui/window/dropped.cpp"/>
        <source>Drop it here to open the model %1.</source>
        <translation>Hier ablegen, um das Modell %1 zu öffnen.</translation>
    </message>
    <message>
        <location filename="ui/window/dropped.cpp"/>
        <source>Drop it here to open the lesson %1.</source>
        <translation>Hier ablegen, um die Lektion %1 zu öffnen.</translation>
    </message>
    <message>
        <location filename="ui/window/dropped.cpp"/>
        <source>Drop it here to learn from the text %1.</source>
        <translation>Hier ablegen, um aus dem Text %1 zu lernen.</translation>
    </message>
    <message>
        <location filename="ui/window/dropped.cpp"/>
        <source>Drop it here to learn from the pairs in %1.</source>
        <translation>Hier ablegen, um aus den Paaren in %1 zu lernen.</translation>
    </message>
    <message>
        <location filename="ui/window/dropped.cpp"/>
        <source>Drop it here to learn from the table %1.</source>
        <translation>Hier ablegen, um aus der Tabelle %1 zu lernen.</translation>
    </message>
    <message>
        <location filename="ui/window/export_control.cpp"/>
        <source>%1, of %2</source>
        <translation>%1, von %2</translation>
    </message>
    <message>
        <location filename="ui/window/export_control.cpp"/>
        <source>The four panels</source>
        <translation>Die vier Felder</translation>
    </message>
    <message>
        <location filename="ui/window/export_control.cpp"/>
        <source>All runs, as they are shown</source>
        <translation>Alle Läufe, wie sie zu sehen sind</translation>
    </message>
    <message>
        <location filename="ui/window/export_control.cpp"/>
        <source>Saved as %1</source>
        <translation>Gespeichert als %1</translation>
    </message>
    <message>
        <location filename="ui/window/export_control.cpp"/>
        <source>Web page</source>
        <translation>Webseite</translation>
    </message>
    <message>
        <location filename="ui/window/export_control.cpp"/>
        <source>Web pages (*.html)</source>
        <translation>Webseiten (*.html)</translation>
    </message>
    <message>
        <location filename="ui/window/export_control.cpp"/>
        <source>“%1” is there already; to replace it, choose it by its whole name.</source>
        <translation>„%1“ gibt es schon; um es zu ersetzen, wählen Sie es mit seinem ganzen Namen.</translation>
    </message>
    <message>
        <location filename="ui/window/export_control.cpp"/>
        <source>&amp;Export</source>
        <translation>&amp;Export</translation>
    </message>
    <message>
        <location filename="ui/window/export_control.cpp"/>
        <source>Copied as a table and as a picture: %1</source>
        <translation>Als Tabelle und als Bild kopiert: %1</translation>
    </message>
    <message>
        <location filename="ui/window/export_control.cpp"/>
        <source>Copied as a picture: %1</source>
        <translation>Als Bild kopiert: %1</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/window/figures.cpp"/>
        <source>%n layers</source>
        <translation><numerusform>%n Schicht</numerusform><numerusform>%n Schichten</numerusform></translation>
    </message>
    <message>
        <location filename="ui/window/figures.cpp"/>
        <source>training step %1</source>
        <translation>Trainingsschritt %1</translation>
    </message>
    <message>
        <location filename="ui/window/figures.cpp"/>
        <source>operations</source>
        <translation>operationen</translation>
    </message>
    <message>
        <location filename="ui/window/figures.cpp"/>
        <source>all heads</source>
        <translation>alle Köpfe</translation>
    </message>
    <message>
        <location filename="ui/window/figures.cpp"/>
        <source>This drawing</source>
        <translation>Diese Zeichnung</translation>
    </message>
    <message>
        <location filename="ui/window/help_control.cpp"/>
        <source>About Glassformer</source>
        <translation>Über Glassformer</translation>
    </message>
    <message>
        <location filename="ui/window/help_control.cpp"/>
        <source>&lt;h2&gt;Glassformer %1&lt;/h2&gt;&lt;p&gt;A transformer you can see through. It trains a small transformer and shows every matrix of it while it learns: forward, backward and update, with the real numbers.&lt;/p&gt;&lt;p&gt;The list of operations that trains the model is the list that you walk. Nothing is drawn that was not computed.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later. It comes without any warranty.&lt;/p&gt;&lt;p&gt;Built with Qt %2, Eigen and QCustomPlot.&lt;/p&gt;</source>
        <translation>&lt;h2&gt;Glassformer %1&lt;/h2&gt;&lt;p&gt;Ein Transformer, durch den man hindurchsieht. Glassformer trainiert einen kleinen Transformer und zeigt jede seiner Matrizen, während er lernt: vorwärts, rückwärts und beim Update, mit den echten Zahlen.&lt;/p&gt;&lt;p&gt;Die Liste der Operationen, die das Modell trainiert, ist die Liste, die Sie durchgehen. Nichts wird gezeichnet, was nicht berechnet wurde.&lt;/p&gt;&lt;p&gt;Freie Software unter der GNU General Public License, Version 3 oder später. Ohne jede Gewährleistung.&lt;/p&gt;&lt;p&gt;Gebaut mit Qt %2, Eigen und QCustomPlot.&lt;/p&gt;</translation>
    </message>
    <message>
        <location filename="ui/window/lecture_control.cpp"/>
        <source>The view was not added: another run has taken its place.</source>
        <translation>Die Ansicht wurde nicht angehängt: Ein anderer Lauf steht an ihrer Stelle.</translation>
    </message>
    <message>
        <location filename="ui/window/lecture_control.cpp"/>
        <source>The view was copied as text. Whoever pastes it into a file name.lesson.md, or copies it and chooses “Open a copied view”, sees the same.</source>
        <translation>Die Ansicht wurde als Text kopiert. Wer ihn in eine Datei name.lesson.md einfügt, oder ihn kopiert und „Eine kopierte Ansicht öffnen“ wählt, sieht dasselbe.</translation>
    </message>
    <message>
        <location filename="ui/window/lecture_control.cpp"/>
        <source>Charts of the run</source>
        <translation>Diagramme des Laufs</translation>
    </message>
    <message>
        <location filename="ui/window/lecture_control.cpp"/>
        <source>Begin a lecture with this view</source>
        <translation>Mit dieser Ansicht eine Vorlesung beginnen</translation>
    </message>
    <message>
        <location filename="ui/window/lecture_control.cpp"/>
        <source>Lessons (*.lesson.md)</source>
        <translation>Lektionen (*.lesson.md)</translation>
    </message>
    <message>
        <location filename="ui/window/lecture_control.cpp"/>
        <source>The model of the view before is still being saved.</source>
        <translation>Das Modell der vorigen Ansicht wird noch gespeichert.</translation>
    </message>
    <message>
        <location filename="ui/window/lecture_control.cpp"/>
        <source>Page %1 of %2 shows this view now.</source>
        <translation>Seite %1 von %2 zeigt jetzt diese Ansicht.</translation>
    </message>
    <message>
        <location filename="ui/window/lecture_control.cpp"/>
        <source>Page %1 of %2 shows this view.</source>
        <translation>Seite %1 von %2 zeigt diese Ansicht.</translation>
    </message>
    <message>
        <location filename="ui/window/lecture_control.cpp"/>
        <source>The page “%1” was removed. “Undo” at the page brings it back.</source>
        <translation>Die Seite „%1“ wurde entfernt. „Letzte Änderung zurücknehmen“ unter der Seite bringt sie wieder.</translation>
    </message>
    <message>
        <location filename="ui/window/lecture_control.cpp"/>
        <source>“%1” is page %2 now.</source>
        <translation>„%1“ ist jetzt Seite %2.</translation>
    </message>
    <message>
        <location filename="ui/window/lecture_control.cpp"/>
        <source>Name the page anew</source>
        <translation>Seite umbenennen</translation>
    </message>
    <message>
        <location filename="ui/window/lecture_control.cpp"/>
        <source>Title of page %1:</source>
        <translation>Titel von Seite %1:</translation>
    </message>
    <message>
        <location filename="ui/window/lecture_control.cpp"/>
        <source>The page is called “%1” now.</source>
        <translation>Die Seite heißt jetzt „%1“.</translation>
    </message>
    <message>
        <location filename="ui/window/lecture_control.cpp"/>
        <source>Only the pages of a file of yours can be arranged: open one, or begin one with “Add this view to the lecture”.</source>
        <translation>Nur die Seiten einer eigenen Datei lassen sich ordnen: Öffnen Sie eine, oder beginnen Sie eine mit „Diese Ansicht an die Vorlesung anhängen“.</translation>
    </message>
    <message>
        <location filename="ui/window/lecture_control.cpp"/>
        <source>The pages of %1 are arranged.</source>
        <translation>Die Seiten von %1 sind geordnet.</translation>
    </message>
    <message>
        <location filename="ui/window/lecture_control.cpp"/>
        <source>Nothing was changed in this lecture since the program began.</source>
        <translation>An dieser Vorlesung wurde seit dem Start des Programms nichts geändert.</translation>
    </message>
    <message>
        <location filename="ui/window/lecture_control.cpp"/>
        <source>The lecture is as it was before.</source>
        <translation>Die Vorlesung ist wieder wie zuvor.</translation>
    </message>
    <message>
        <location filename="ui/window/lecture_control.cpp"/>
        <source>There is no lecture yet: open one, or begin one with “Add this view to the lecture”.</source>
        <translation>Es gibt noch keine Vorlesung: Öffnen Sie eine, oder beginnen Sie eine mit „Diese Ansicht an die Vorlesung anhängen“.</translation>
    </message>
    <message>
        <location filename="ui/window/lecture_control.cpp"/>
        <source>Pack the lecture</source>
        <translation>Vorlesung packen</translation>
    </message>
    <message>
        <location filename="ui/window/lecture_control.cpp"/>
        <source>Packed lectures (*.lecture)</source>
        <translation>Gepackte Vorlesungen (*.lecture)</translation>
    </message>
    <message>
        <location filename="ui/window/lecture_control.cpp"/>
        <source>%1 has the lecture and all that it shows, and opens anywhere.</source>
        <translation>%1 enthält die Vorlesung und alles, was sie zeigt, und öffnet sich überall.</translation>
    </message>
    <message>
        <location filename="ui/window/lesson_control.cpp"/>
        <source>the operation %1</source>
        <translation>die Operation %1</translation>
    </message>
    <message>
        <location filename="ui/window/lesson_control.cpp"/>
        <source>What was copied is no view: %1</source>
        <translation>Was kopiert wurde, ist keine Ansicht: %1</translation>
    </message>
    <message>
        <location filename="ui/window/lesson_figures.cpp"/>
        <source>the model of page %1 could not be shown</source>
        <translation>das Modell von Seite %1 ließ sich nicht zeigen</translation>
    </message>
    <message>
        <location filename="ui/window/lesson_figures.cpp"/>
        <source>Figures of the lesson</source>
        <translation>Abbildungen der Lektion</translation>
    </message>
    <message>
        <location filename="ui/window/lesson_figures.cpp"/>
        <source>Figure %1 of %2</source>
        <translation>Abbildung %1 von %2</translation>
    </message>
    <message>
        <location filename="ui/window/lesson_figures.cpp"/>
        <source>another lesson was opened</source>
        <translation>eine andere Lektion wurde geöffnet</translation>
    </message>
    <message>
        <location filename="ui/window/lesson_figures.cpp"/>
        <source>page %1 shows nothing that can be drawn</source>
        <translation>Seite %1 zeigt nichts, was sich zeichnen lässt</translation>
    </message>
    <message>
        <location filename="ui/window/lesson_figures.cpp"/>
        <source>“%1” is there already; choose another name</source>
        <translation>„%1“ gibt es schon; wählen Sie einen anderen Namen</translation>
    </message>
    <message>
        <location filename="ui/window/lesson_figures.cpp"/>
        <source>%1, page %2: %3</source>
        <translation>%1, Seite %2: %3</translation>
    </message>
    <message>
        <location filename="ui/window/main_window.cpp"/>
        <source>Glassformer</source>
        <translation>Glassformer</translation>
    </message>
    <message>
        <location filename="ui/window/main_window.cpp"/>
        <source>Glassformer – %1</source>
        <translation>Glassformer – %1</translation>
    </message>
    <message>
        <location filename="ui/window/run_control.cpp"/>
        <source>Open a model, a lesson, a text, pairs or a table</source>
        <translation>Ein Modell, eine Lektion, einen Text, Paare oder eine Tabelle öffnen</translation>
    </message>
    <message>
        <location filename="ui/window/run_control.cpp"/>
        <source>Models and texts (*.safetensors config.json *.txt *.md *.lecture *.tsv *.csv);;All files (*)</source>
        <translation>Modelle und Texte (*.safetensors config.json *.txt *.md *.lecture *.tsv *.csv);;Alle Dateien (*)</translation>
    </message>
    <message>
        <location filename="ui/window/run_control.cpp"/>
        <source>Giving up…</source>
        <translation>Wird abgebrochen …</translation>
    </message>
    <message>
        <location filename="ui/window/run_control.cpp"/>
        <source>Training stopped: the numbers left the range of what can be computed at training step %1, first in %2. A smaller learning rate or a warm-up usually prevents it.</source>
        <translation>Das Training hat angehalten: Bei Trainingsschritt %1 haben die Zahlen den Bereich verlassen, in dem gerechnet werden kann, zuerst in %2. Eine kleinere Lernrate oder ein Warm-up verhindert das meistens.</translation>
    </message>
    <message>
        <location filename="ui/window/run_control.cpp"/>
        <source>Go back to training step %1</source>
        <translation>Zurück zu Trainingsschritt %1</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/window/run_control.cpp"/>
        <source>%n recovery copies cannot be read. They lie in %1.</source>
        <translation><numerusform>%n Sicherungskopie kann nicht gelesen werden. Sie liegt in %1.</numerusform><numerusform>%n Sicherungskopien können nicht gelesen werden. Sie liegen in %1.</numerusform></translation>
    </message>
    <message>
        <location filename="ui/window/run_control.cpp"/>
        <source>Throw away</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <location filename="ui/window/run_control.cpp"/>
        <source>“%1” was not saved. There is a copy of it as it was at training step %2, made %3.</source>
        <translation>„%1“ wurde nicht gespeichert. Es gibt eine Kopie vom Stand nach Trainingsschritt %2, angelegt %3.</translation>
    </message>
    <message>
        <location filename="ui/window/run_control.cpp"/>
        <source>Open it</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <location filename="ui/window/run_control.cpp"/>
        <source>Throw it away</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <location filename="ui/window/run_control.cpp"/>
        <source>Runs A to D saved as %1</source>
        <translation>Läufe A bis D gespeichert als %1</translation>
    </message>
    <message>
        <location filename="ui/window/run_control.cpp"/>
        <source>Runs A, B and C saved as %1</source>
        <translation>Die Läufe A, B und C sind gespeichert als %1</translation>
    </message>
    <message>
        <location filename="ui/window/run_control.cpp"/>
        <source>Runs A and B saved as %1</source>
        <translation>Die Läufe A und B sind gespeichert als %1</translation>
    </message>
    <message>
        <location filename="ui/window/run_control.cpp"/>
        <source>Saved with its moments as %1</source>
        <translation>Mit seinen Momenten gespeichert als %1</translation>
    </message>
    <message>
        <location filename="ui/window/run_control.cpp"/>
        <source>Save its moments too (%1)</source>
        <translation>Auch seine Momente speichern (%1)</translation>
    </message>
    <message>
        <location filename="ui/window/run_control.cpp"/>
        <source>Save the model</source>
        <translation>Das Modell speichern</translation>
    </message>
    <message>
        <location filename="ui/window/run_control.cpp"/>
        <source>Models (*.safetensors)</source>
        <translation>Modelle (*.safetensors)</translation>
    </message>
    <message>
        <location filename="ui/window/run_control.cpp"/>
        <source>Save all runs that are compared, or lose them?</source>
        <translation>Alle verglichenen Läufe speichern, oder sie verlieren?</translation>
    </message>
    <message>
        <location filename="ui/window/run_control.cpp"/>
        <source>Save the model, or lose them?</source>
        <translation>Das Modell speichern, oder sie verlieren?</translation>
    </message>
    <message>
        <location filename="ui/window/run_control.cpp"/>
        <source>A goes on alone. Save all runs that are compared before that, or lose the others?</source>
        <translation>A läuft allein weiter. Vorher alle verglichenen Läufe speichern, oder die anderen verlieren?</translation>
    </message>
    <message>
        <location filename="ui/window/run_control.cpp"/>
        <source>&amp;Lose them</source>
        <translation>&amp;Verlieren</translation>
    </message>
    <message>
        <location filename="ui/window/run_control.cpp"/>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/window/run_control.cpp"/>
        <source>%Ln training steps are not saved.</source>
        <translation><numerusform>%Ln Trainingsschritt ist nicht gespeichert.</numerusform><numerusform>%Ln Trainingsschritte sind nicht gespeichert.</numerusform></translation>
    </message>
    <message>
        <location filename="ui/window/run_control.cpp"/>
        <source>Your lines could not be kept in a file.</source>
        <translation>Ihre Zeilen ließen sich nicht in einer Datei aufbewahren.</translation>
    </message>
    <message>
        <location filename="ui/window/search.cpp"/>
        <source>gradient</source>
        <translation>Gradient</translation>
    </message>
    <message>
        <location filename="ui/window/search.cpp"/>
        <source>operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <location filename="ui/window/search.cpp"/>
        <source>drawing</source>
        <translation>Zeichnung</translation>
    </message>
    <message>
        <location filename="ui/window/search.cpp"/>
        <source>lab</source>
        <translation>Labor</translation>
    </message>
    <message>
        <location filename="ui/window/search.cpp"/>
        <source>Tries it on the model that is shown</source>
        <translation>Versucht es an dem Modell, das gezeigt wird</translation>
    </message>
    <message>
        <location filename="ui/window/search.cpp"/>
        <source>lesson %1</source>
        <translation>Lektion %1</translation>
    </message>
    <message>
        <location filename="ui/window/search.cpp"/>
        <source>term</source>
        <translation>Begriff</translation>
    </message>
    <message>
        <location filename="ui/window/search.cpp"/>
        <source>Opens the glossary</source>
        <translation>Öffnet das Glossar</translation>
    </message>
    <message>
        <location filename="ui/window/search.cpp"/>
        <source>command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <location filename="ui/window/search.cpp"/>
        <source>Nothing found. Try:</source>
        <translation>Nichts gefunden. Zum Beispiel:</translation>
    </message>
    <message>
        <location filename="ui/window/search.cpp"/>
        <source>loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <location filename="ui/window/search.cpp"/>
        <source>new model</source>
        <translation>neues modell</translation>
    </message>
    <message>
        <location filename="ui/window/search.cpp"/>
        <source>in the walk</source>
        <translation>im Durchgang</translation>
    </message>
    <message>
        <location filename="ui/window/search.cpp"/>
        <source>Only while a training step is walked through; begins such a walk</source>
        <translation>Nur während ein Trainingsschritt durchgegangen wird; beginnt einen solchen Durchgang</translation>
    </message>
    <message>
        <location filename="ui/window/search_aliases.cpp"/>
        <source>The optimizer’s update</source>
        <translation>Das Update des Optimierers</translation>
    </message>
    <message>
        <location filename="ui/window/search_aliases.cpp"/>
        <source>Dropout, where the model has it</source>
        <translation>Dropout, wo das Modell es hat</translation>
    </message>
    <message>
        <location filename="ui/window/stage_views.cpp"/>
        <source>Generation</source>
        <translation>Erzeugung</translation>
    </message>
    <message>
        <location filename="ui/window/step_search.cpp"/>
        <source>Operation, term, command…</source>
        <translation>Operation, Begriff, Befehl …</translation>
    </message>
    <message>
        <location filename="ui/window/step_search.cpp"/>
        <source>Find an operation, a term or a command</source>
        <translation>Operation, Begriff oder Befehl finden</translation>
    </message>
    <message>
        <location filename="ui/window/teacher_control.cpp"/>
        <source>No lesson is open: choose one in the course, or open a file.</source>
        <translation>Keine Lektion ist offen: Wählen Sie eine im Kurs, oder öffnen Sie eine Datei.</translation>
    </message>
    <message>
        <location filename="ui/window/teacher_control.cpp"/>
        <source>The lesson has no question with answers to choose from.</source>
        <translation>Die Lektion hat keine Frage mit Antworten zur Auswahl.</translation>
    </message>
    <message>
        <location filename="ui/window/teacher_control.cpp"/>
        <source>The pages of this lesson show nothing in the window.</source>
        <translation>Die Seiten dieser Lektion zeigen nichts im Fenster.</translation>
    </message>
    <message>
        <location filename="ui/window/teacher_control.cpp"/>
        <source>Figures of the lesson: their names begin with</source>
        <translation>Abbildungen der Lektion: Ihre Namen beginnen mit</translation>
    </message>
    <message>
        <location filename="ui/window/teacher_control.cpp"/>
        <source>SVG files (*.svg)</source>
        <translation>SVG-Dateien (*.svg)</translation>
    </message>
    <message>
        <location filename="ui/window/teacher_control.cpp"/>
        <source>PDF files (*.pdf)</source>
        <translation>PDF-Dateien (*.pdf)</translation>
    </message>
    <message numerus="yes">
        <location filename="ui/window/teacher_control.cpp"/>
        <source>%n figures were saved in %1.</source>
        <translation><numerusform>%n Abbildung wurde in %1 gespeichert.</numerusform><numerusform>%n Abbildungen wurden in %1 gespeichert.</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="ui/window/teacher_control.cpp"/>
        <source>Cancelled; %n figures were saved.</source>
        <translation><numerusform>Abgebrochen; %n Abbildung ist gespeichert.</numerusform><numerusform>Abgebrochen; %n Abbildungen sind gespeichert.</numerusform></translation>
    </message>
    <message>
        <location filename="ui/window/teacher_control.cpp"/>
        <source>Not all figures were saved: %1.</source>
        <translation>Nicht alle Abbildungen wurden gespeichert: %1.</translation>
    </message>
    <message>
        <location filename="ui/window/teacher_control.cpp"/>
        <source>You have not chosen any answer in this lesson yet.</source>
        <translation>Sie haben in dieser Lektion noch keine Antwort gewählt.</translation>
    </message>
    <message>
        <location filename="ui/window/teacher_control.cpp"/>
        <source>Save my answers</source>
        <translation>Meine Antworten speichern</translation>
    </message>
    <message>
        <location filename="ui/window/teacher_control.cpp"/>
        <source>Answers (*.answers.json)</source>
        <translation>Antworten (*.answers.json)</translation>
    </message>
    <message>
        <location filename="ui/window/toolbar.cpp"/>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <location filename="ui/window/toolbar.cpp"/>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <location filename="ui/window/toolbar.cpp"/>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <location filename="ui/window/toolbar.cpp"/>
        <source>Walk</source>
        <translation>Gehen</translation>
    </message>
    <message>
        <location filename="ui/window/toolbar.cpp"/>
        <source>operation 888/888</source>
        <translation>Operation 888/888</translation>
    </message>
    <message>
        <location filename="ui/window/toolbar.cpp"/>
        <source>Layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <location filename="ui/window/toolbar.cpp"/>
        <source>Head</source>
        <translation>Kopf</translation>
    </message>
    <message>
        <location filename="ui/window/toolbar.cpp"/>
        <source>Head %1</source>
        <translation>Kopf %1</translation>
    </message>
    <message>
        <location filename="ui/window/toolbar.cpp"/>
        <source>More of the tool bar</source>
        <translation>Mehr von der Werkzeugleiste</translation>
    </message>
    <message>
        <location filename="ui/window/toolbar.cpp"/>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <location filename="ui/window/toolbar.cpp"/>
        <source>Speed of the walk</source>
        <translation>Tempo des Rundgangs</translation>
    </message>
    <message>
        <location filename="ui/window/toolbar.cpp"/>
        <source>How many operations a second the walk takes</source>
        <translation>Wie viele Operationen der Rundgang in der Sekunde macht</translation>
    </message>
    <message>
        <location filename="ui/window/toolbar.cpp"/>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <location filename="ui/window/toolbar.cpp"/>
        <source>Show the values (G)</source>
        <translation>Die Werte zeigen (G)</translation>
    </message>
    <message>
        <location filename="ui/window/toolbar.cpp"/>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <location filename="ui/window/toolbar.cpp"/>
        <source>operation –/%1</source>
        <translation>Operation –/%1</translation>
    </message>
    <message>
        <location filename="ui/window/toolbar.cpp"/>
        <source>operation %1/%2</source>
        <translation>Operation %1/%2</translation>
    </message>
    <message>
        <location filename="ui/window/toolbar.cpp"/>
        <source>Layer –</source>
        <translation>Schicht –</translation>
    </message>
    <message>
        <location filename="ui/window/toolbar.cpp"/>
        <source>Head –</source>
        <translation>Kopf –</translation>
    </message>
    <message>
        <location filename="ui/window/toolbar.cpp"/>
        <source>Head all</source>
        <translation>alle Köpfe</translation>
    </message>
    <message>
        <location filename="ui/window/toolbar.cpp"/>
        <source>Gradients are those of a loss, and there is none: no right answer is known</source>
        <translation>Gradienten sind die eines Verlusts, und es gibt keinen: Keine richtige Antwort ist bekannt</translation>
    </message>
    <message>
        <location filename="ui/window/view_control.cpp"/>
        <source>To %1</source>
        <translation>Zu: %1</translation>
    </message>
</context>
</TS>
