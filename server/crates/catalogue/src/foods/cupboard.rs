//! Foods that keep in a cupboard: pantry, sauces and soups.

super::table! {
    "Penne Pasta" Pantry Ambient Bag(Wheat) 3000/75 g [1.6 0.4 71.0 3.1 3.2 12.5 0.02] Vegan "Italy"
        "Durum *Wheat* Semolina" may "soybeans mustard";
    "Egg Noodles" Pantry Ambient Box(Bowl) 1500/63 g [2.2 0.6 68.8 2.4 3.1 12.4 0.9] Vegetarian "China"
        "*Wheat* Flour, Pasteurised *Egg* (8%), Salt, Firming Agent: Potassium Carbonate" may "soybeans sesame_seeds";
    "Basmati Rice" Pantry Ambient Bag(Bowl) 5000/60 g [0.9 0.2 77.2 0.3 1.3 8.5 0.01] Vegan "India"
        "Basmati Rice";
    "Couscous" Pantry Ambient Bag(Bowl) 1000/60 g [1.1 0.2 70.8 2.2 4.4 13.1 0.02] Vegan "France"
        "Durum *Wheat* Semolina" may "barley oats";
    "Self Raising Flour" Pantry Ambient Bag(Wheat) 1500/100 g [1.3 0.2 70.9 1.0 3.1 9.9 0.75] Vegan "United Kingdom"
        "*Wheat* Flour (*Wheat* Flour, Calcium Carbonate, Iron, Niacin, Thiamin), Raising Agents: Mono-Calcium Phosphate, Sodium Bicarbonate" micro calcium "360", iron "1.9";
    "Lupin Flour" Pantry Ambient Bag(Wheat) 500/30 g [10.2 1.6 11.5 3.0 33.0 38.0 0.03] Vegan "Australia"
        "*Lupin* Flour (100%)" may "soybeans wheat";
    "Granulated Sugar" Pantry Ambient Bag(Drop) 1000/5 g [0.0 0.0 100.0 100.0 0.0 0.0 0.0] Vegan "United Kingdom"
        "Sugar";
    "Clear Honey" Pantry Ambient Jar(Drop) 340/15 g [0.0 0.0 81.0 80.0 0.0 0.4 0.02] Vegetarian "Mexico"
        "Honey";
    "Baked Beans in Tomato Sauce" Pantry Ambient Can(Bowl) 415/207 g [0.2 0.0 12.5 4.7 3.7 4.7 0.6] Vegan "United Kingdom"
        "Haricot Beans (51%), Tomatoes (34%), Water, Sugar, Spirit Vinegar, Modified Cornflour, Salt, Spice Extracts, Herb Extract";
    "Chopped Tomatoes" Pantry Ambient Can(Tomato) 2500/100 g [0.1 0.0 4.0 3.8 0.9 1.2 0.08] Vegan "Italy"
        "Chopped Tomatoes (65%), Tomato Juice, Acidity Regulator: Citric Acid";
    "Chickpeas in Water" Pantry Ambient Can(Pea) 400/120 g [2.4 0.3 16.2 0.5 6.1 7.2 0.05] Vegan "Italy"
        "Chickpeas, Water, Antioxidant: Ascorbic Acid";
    "Crunchy Peanut Butter" Pantry Ambient Jar(Nut) 1000/20 g [50.0 8.4 12.0 6.2 7.0 25.6 0.8] Vegan "United Kingdom"
        "Roasted *Peanuts* (95%), Palm Oil, Sugar, Salt" may "tree_nuts sesame_seeds" micro magnesium "180", vitamin_e "8.6", niacin_b3 "13";
    "Hazelnut Chocolate Spread" Pantry Ambient Jar(Chocolate) 750/15 g [31.4 9.2 57.0 55.2 3.0 6.1 0.11] Vegetarian "Italy"
        "Sugar, Rapeseed Oil, *Hazelnuts* (13%), Skimmed *Milk* Powder (8%), Fat Reduced Cocoa (7%), Palm Oil, Emulsifier: *Soya* Lecithins, Flavouring: Vanillin" may "almond_nuts cashew_nuts";
    "Strawberry Jam" Pantry Ambient Jar(Berry) 454/15 g [0.1 0.0 63.0 61.0 0.6 0.4 0.03] Vegan "United Kingdom"
        "Glucose-Fructose Syrup, Strawberries (40%), Sugar, Gelling Agent: Pectin, Acidity Regulators: Citric Acid, Sodium Citrate";
    "Extra Virgin Olive Oil" Pantry Ambient Bottle(Drop) 1000/15 ml [91.6 13.0 0.0 0.0 0.0 0.0 0.0] Vegan "Greece"
        "Extra Virgin Olive Oil" micro vitamin_e "15";
    "Dried Apricots" Pantry Ambient Bag(Citrus) 500/30 g [0.5 0.1 43.0 43.0 7.3 3.4 0.04] Vegan "Turkey"
        "Apricots, Preservative: *Sulphur Dioxide*" micro potassium "1160", iron "3.4";
    "Sage and Onion Stuffing Mix" Pantry Ambient Box(Leaf) 1000/35 g [2.6 0.6 68.4 5.1 4.8 10.4 3.3] Vegan "United Kingdom"
        "*Wheat* Flour, Dried Onion (11%), Salt, Palm Oil, Sage (2%), Parsley, Yeast" may "milk eggs celery_celeriac"
        made "Made up with 500 ml of boiling water to 200 g of mix" 0.28 50;
    "Tomato Ketchup" Sauce Ambient Bottle(Tomato) 970/15 g [0.1 0.0 23.2 22.8 0.7 1.2 1.8] Vegan "Netherlands"
        "Tomatoes (148 g per 100 g Ketchup), Spirit Vinegar, Sugar, Salt, Spice and Herb Extracts (contains *Celery*), Spice" micro vitamin_c "4";
    "Mayonnaise" Sauce Ambient Tub(Egg) 5000/15 g [70.2 5.3 1.4 1.2 0.0 0.9 1.4] Vegetarian "United Kingdom"
        "Rapeseed Oil (70%), Water, Pasteurised *Egg* & *Egg* Yolk (8%), Spirit Vinegar, Sugar, Salt, Lemon Juice, *Mustard* Flour, Antioxidant: Calcium Disodium EDTA";
    "Wholegrain Mustard" Sauce Ambient Jar(Drop) 2270/10 g [11.4 0.7 6.0 3.9 6.2 8.0 4.2] Vegan "France"
        "*Mustard* Seeds (31%), Water, Spirit Vinegar, Salt, White Wine (*Sulphites*), Acidity Regulator: Citric Acid";
    "Dark Soy Sauce" Sauce Ambient Bottle(Drop) 1000/15 ml [0.1 0.0 17.0 13.5 0.0 6.8 16.3] Vegan "China"
        "Water, *Soya* Beans, Salt, Sugar, *Wheat* Flour, Colour: Plain Caramel, Preservative: Potassium Sorbate";
    "Green Pesto" Sauce Ambient Jar(Leaf) 190/48 g [38.2 5.2 6.4 2.6 2.1 4.6 2.3] Vegetarian "Italy"
        "Sunflower Oil, Basil (34%), *Cashew Nuts* (5%), Hard Cheese (*Milk*, *Egg* Lysozyme) (5%), Potato Flakes, Salt, Sugar" may "peanuts walnut_nuts";
    "Mint Sauce" Sauce Ambient Jar(Leaf) 2250/10 g [0.2 0.0 21.8 20.9 1.6 0.9 2.4] Vegan "United Kingdom"
        "Spirit Vinegar, Mint (23%), Sugar, Salt, Water, Stabiliser: Xanthan Gum" may "sulphur_dioxide";
    "Tahini Paste" Sauce Ambient Jar(Drop) 900/30 g [57.9 8.3 5.9 0.7 8.5 24.0 0.06] Vegan "Lebanon"
        "*Sesame* Seeds (100%)" may "peanuts pistachio_nuts" micro calcium "420", iron "8.9";
    "Gravy Granules" Soup Ambient Tub(Drop) 2000/4 g [17.6 11.2 58.4 7.0 1.6 4.8 14.2] Vegan "United Kingdom"
        "Potato Starch, Palm Oil, Maltodextrin, Salt, *Wheat* Flour, Colour: Ammonia Caramel, Sugar, Flavour Enhancers: E621, E635; Emulsifier: *Soya* Lecithins, Onion Powder" may "milk celery_celeriac barley"
        made "Made up with 280 ml of boiling water to 20 g of granules" 0.067 50;
    "Vegetable Stock Powder" Soup Ambient Tub(Leaf) 1000/5 g [8.3 4.1 32.0 9.8 1.7 9.6 42.0] Vegan "Switzerland"
        "Sea Salt, Hydrolysed Vegetable Protein (*Soya*, Maize), Potato Starch, Palm Oil, Vegetables (8%) (*Celery*, Onions, Carrots, Leeks), Parsley, Turmeric" may "barley eggs"
        made "Made up with 1 litre of boiling water to 20 g of powder" 0.02 250;
    "Cream of Tomato Soup" Soup Ambient Can(Tomato) 400/200 g [3.0 0.2 6.6 4.9 0.4 0.9 0.6] Vegetarian "United Kingdom"
        "Tomatoes (89%), Water, Rapeseed Oil, Sugar, Modified Cornflour, Salt, Dried Skimmed *Milk*, *Milk* Proteins, Cream (*Milk*), Spice Extract, Acidity Regulator: Citric Acid" may "celery_celeriac";
    "Chicken and Vegetable Soup" Soup Chilled Tub(Bowl) 600/300 g [1.9 0.6 5.3 1.5 0.9 3.4 0.55] Omnivore "United Kingdom"
        "Chicken Stock (Water, Chicken, Salt), Chicken (9%), Carrot, Potato, *Celery*, Leek, Pearl *Barley*, Single Cream (*Milk*), Cornflour, Thyme, White Pepper" may "wheat eggs";
    "Miso Soup Paste" Soup Ambient Bag(Bowl) 1000/20 g [4.2 0.8 22.0 9.4 4.3 10.7 11.8] Omnivore "Japan"
        "*Soya* Beans, Rice, Salt, Water, Bonito Extract (*Fish*), Seaweed, Yeast Extract, Ethyl Alcohol" may "crustacea molluscs wheat"
        made "Dissolve 20 g of paste in 180 ml of hot water" 0.1 200;
}
